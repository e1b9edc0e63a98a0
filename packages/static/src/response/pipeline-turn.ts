/** @module Waits until the earlier responses of a connection with pipelined requests are sent (RFC 9112 §9.3.2). */

import type { ServerResponse } from 'node:http';
import { onExchangeEnd } from '@nextpress/semantics/exchange-end';

/** @returns `false` if the response can never be sent, because the connection was closed first */
export function waitForTurn(res: ServerResponse): Promise<boolean> {
  return new Promise((resolve) => {
    res.once('socket', () => resolve(true));
    onExchangeEnd(res, () => resolve(false));
  });
}
