import type { ServerResponse } from 'node:http';
import { isGone, onExchangeEnd } from '@nextpress/semantics/exchange-end';
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

/** @returns `false` if the response can never be sent, because the connection was closed first */
export function waitForTurn(res: ServerResponse): Promise<boolean> {
  return new Promise((resolve) => {
    res.once('socket', () => resolve(true));
    onExchangeEnd(res, () => resolve(false));
  });
}
