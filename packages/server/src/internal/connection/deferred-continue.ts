/** @module `100 Continue`, sent when the request body is first read, so that a refused body is never asked for. */

import type { IncomingMessage, Server, ServerResponse } from 'node:http';

/** Called by body parsers that refuse a body by its headers: `discardRest` of `@nextpress/body` reads this symbol. */
const REFUSE_CONTINUE: unique symbol = Symbol.for('nextpress.refuseContinue') as never;

interface WaitingRequest extends IncomingMessage {
  [REFUSE_CONTINUE]?: () => void;
}

/** Node records here that `100 Continue` was sent, and closes the connection after a final response without it. */
type WaitingResponse = ServerResponse & { readonly _sent100?: boolean };

/** Sends `100 Continue` when a handler starts to read, unless user code has its own `checkContinue` listener. */
export function deferContinue(server: Server): void {
  server.on('checkContinue', onCheckContinue);
}

function onCheckContinue(this: Server, req: WaitingRequest, res: WaitingResponse): void {
  if (this.listenerCount('checkContinue') > 1) return;
  const read = req._read;
  const restore = (): void => {
    req._read = read;
  };
  req[REFUSE_CONTINUE] = restore;
  req._read = function readAfterContinue(this: IncomingMessage, size: number): void {
    restore();
    // Also when the body has already arrived: without it, Node closes the connection.
    if (!res.headersSent && !res._sent100) res.writeContinue();
    read.call(this, size);
  };
  this.emit('request', req, res);
}
