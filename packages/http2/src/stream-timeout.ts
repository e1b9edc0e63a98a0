/** @module `setTimeout` and the event `timeout` of HTTP/2 requests, responses and their sockets. */

import type { ServerHttp2Stream } from 'node:http2';
import type { Socket } from 'node:net';
import type { NodeSocket } from '@nextpress-internal/internals/node';

const watched = new WeakSet<ServerHttp2Stream>();

/** Adds the listener that HTTP/1.1 connections always have. Few streams need it. */
export function watchTimeout(stream: ServerHttp2Stream, socket: Socket): void {
  if (watched.has(stream)) return;
  watched.add(stream);
  stream.on('timeout', () => onTimeout(socket));
}

/** Like Node's servers: resets the stream unless the request, the response or the server has a listener. */
function onTimeout(socket: Socket): void {
  const { _httpMessage: res, server } = socket as Socket & Partial<NodeSocket>;
  const isHeard = [
    res !== undefined && res !== null && !res.req.complete && res.req.emit('timeout', socket),
    res?.emit('timeout', socket) === true,
    server?.emit('timeout', socket) === true,
  ];
  if (!isHeard.includes(true)) socket.destroy();
}
