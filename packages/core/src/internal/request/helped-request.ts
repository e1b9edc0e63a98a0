import type { IncomingMessage } from 'node:http';
import type { RequestHelpers } from '../../request-helpers.ts';
import type { WithSettings } from '../../settings.ts';

/** A request whose prototype is patched, as the helpers see it. */
export interface HelpedRequest extends IncomingMessage, RequestHelpers, WithSettings {}

/** A field that Node joins when it is sent more than once; `undefined` when it isn't sent, or empty. */
export function textField(req: IncomingMessage, name: string): string | undefined {
  const value = req.headers[name];
  return (typeof value === 'object' ? value.join(', ') : value) || undefined;
}
