/** @module `setTimeout` and the event `timeout` of requests, of responses and of their sockets over HTTP/2. */

import type { ServerHttp2Stream } from 'node:http2';
import type { Socket } from 'node:net';
import type { NodeSocket } from '@nextpress-internal/internals/node';

const watched = new WeakSet<ServerHttp2Stream>();

/** Adds the listener that a connection of HTTP/1.1 always has. Few streams need it. */
export function watchTimeout(stream: ServerHttp2Stream, socket: Socket): void {
  if (watched.has(stream)) return;
  watched.add(stream);
  stream.on('timeout', () => onTimeout(socket));
}

/** As Node's servers do: without a listener of the request, of the response or of the server, the stream is reset. */
function onTimeout(socket: Socket): void {
  const { _httpMessage: res, server } = socket as Socket & Partial<NodeSocket>;
  const isHeard = [
    res !== undefined && res !== null && !res.req.complete && res.req.emit('timeout', socket),
    res?.emit('timeout', socket) === true,
    server?.emit('timeout', socket) === true,
  ];
  if (!isHeard.includes(true)) socket.destroy();
}
