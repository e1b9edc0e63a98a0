/**
 * @module `100 Continue`, sent when the body is first read or a response begins, so that a client is never
 * asked for a body that is then rejected.
 */

import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { REFUSE_CONTINUE } from '@nextpress-internal/internals/keys';
import type { NodeResponse } from '@nextpress-internal/internals/node';

interface WaitingRequest extends IncomingMessage {
  [REFUSE_CONTINUE]?: () => void;
}

/** Sends `100 Continue` when it is needed, unless the application has its own `checkContinue` listener. */
export function deferContinue(server: Server): void {
  server.on('checkContinue', onCheckContinue);
}

function onCheckContinue(this: Server, req: WaitingRequest, res: NodeResponse): void {
  if (this.listenerCount('checkContinue') > 1) return;
  if (hasBody(req)) sendWhenNeeded(req, res);
  else res.writeContinue();
  this.emit('request', req, res);
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/**
 * The start of a response also triggers it, because the handler may read the body later, unless the status is
 * an error or the body has already arrived (RFC 9110 §10.1.1).
 */
function sendWhenNeeded(req: WaitingRequest, res: NodeResponse): void {
  const { _read: read } = req;
  const { writeHead } = res;
  let isPending = true;
  const send = (): void => {
    if (isPending && !res.headersSent && !res._sent100) res.writeContinue();
    isPending = false;
  };
  req[REFUSE_CONTINUE] = () => {
    isPending = false;
  };
  req._read = function readAfterContinue(this: IncomingMessage, size: number): void {
    send();
    read.call(this, size);
  };
  res.writeHead = function writeHeadAfterContinue(this: ServerResponse, ...args: unknown[]): ServerResponse {
    // Node would close the connection after a final response without `100 Continue`.
    if (isPending && req.complete) res._expect_continue = false;
    else if (Number(args[0]) < 400) send();
    return (writeHead as (...args: unknown[]) => ServerResponse).apply(this, args);
  } as NodeResponse['writeHead'];
}
