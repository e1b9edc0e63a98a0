/** @module The option `requestTimeout`: how long a body may take to arrive. Node's HTTP/2 server has no such limit. */

import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { ServerHttp2Stream } from 'node:http2';
import { clearTimeout, setImmediate, setTimeout } from 'node:timers';
import { CANCEL } from './error-codes.ts';
import type { Refuse } from './refuse.ts';
import { stopBody } from './stream-end.ts';

/** Responds with 408 when a request body is late, or resets the stream if the response has begun. */
export function limitBodyTime(
  { requestTimeout }: Server,
  req: IncomingMessage,
  res: ServerResponse,
  stream: ServerHttp2Stream,
  refuse: Refuse,
): void {
  if (!(requestTimeout > 0)) return;
  const timer = setTimeout(() => {
    if (req.complete || stream.closed) return;
    if (res.headersSent) stream.close(CANCEL);
    else {
      // The handler may be reading, and would otherwise wait for the rest.
      res.once('finish', () => setImmediate(stopBody, stream));
      refuse(res, 408);
    }
  }, requestTimeout).unref();
  stream.once('close', () => clearTimeout(timer));
}
