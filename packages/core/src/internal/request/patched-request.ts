import type { IncomingMessage } from 'node:http';
import type { RequestHelpers } from '../../request-helpers.ts';
import type { WithSettings } from '../../settings.ts';

/** A request with a patched prototype. */
export interface PatchedRequest extends IncomingMessage, RequestHelpers, WithSettings {}

/** The value of a header, joined with commas if it was sent more than once; `undefined` if it is missing or empty. */
export function headerText(req: IncomingMessage, name: string): string | undefined {
  const value = req.headers[name];
  return (typeof value === 'object' ? value.join(', ') : value) || undefined;
}
