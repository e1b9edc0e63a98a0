/** @module `setTimeout` of requests, of responses and of their sockets over HTTP/2. */

import type { Server, ServerResponse } from 'node:http';
import type { ServerHttp2Stream } from 'node:http2';
import type { Socket } from 'node:net';

type TimedSocket = Socket & {
  /** The response that has not been sent. */
  readonly _httpMessage?: ServerResponse | null;
  readonly server?: Server;
};

const watched = new WeakSet<ServerHttp2Stream>();

/** `socket.setTimeout` of a stream. The first call adds the listener that a connection of HTTP/1.1 always has. */
export function timeoutMethod(stream: ServerHttp2Stream, socket: Socket): Socket['setTimeout'] {
  return (milliseconds, callback) => {
    if (!watched.has(stream)) {
      watched.add(stream);
      stream.on('timeout', () => onTimeout(socket));
    }
    stream.setTimeout(milliseconds, callback as (() => void) | undefined);
    return socket;
  };
}

/** As Node's servers do: without a listener of the request, of the response or of the server, the stream is reset. */
function onTimeout(socket: TimedSocket): void {
  const { _httpMessage: res, server } = socket;
  const isHeard = [
    res !== undefined && res !== null && !res.req.complete && res.req.emit('timeout', socket),
    res?.emit('timeout', socket) === true,
    server?.emit('timeout', socket) === true,
  ];
  if (!isHeard.includes(true)) socket.destroy();
}
