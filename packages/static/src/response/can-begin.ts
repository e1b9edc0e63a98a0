import type { ServerResponse } from 'node:http';
import { isGone } from '@nextpress/semantics/exchange-end';
import { alreadySent } from '../disk/file-error.ts';

/**
 * Whether a response can still be sent; not if the client is gone.
 *
 * @throws {Error} as npm's send, if other code has sent the head: without it nobody would end the response
 */
export function canBegin(res: ServerResponse): boolean {
  if (res.headersSent) throw alreadySent();
  return !isGone(res);
}
