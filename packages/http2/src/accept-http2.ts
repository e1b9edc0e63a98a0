/** @module Tells the connections of HTTP/2 from those of HTTP/1.1: by ALPN with TLS, otherwise by their first bytes. */

import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { clearTimeout, setTimeout } from 'node:timers';
import type { TLSSocket } from 'node:tls';

/** What a client sends first (RFC 9113 §3.4). No method of HTTP/1.1 starts like it. */
const PREFACE = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');

/** The value of ALPN (RFC 9113 §3.2). */
const HTTP2_PROTOCOL = 'h2';

/** The protocols that a server with TLS offers, the preferred one first. */
export const ALPN_PROTOCOLS: readonly string[] = [HTTP2_PROTOCOL, 'http/1.1'];

/** Gives connections of HTTP/2 to `accept`, and all others to the listeners that the server has. */
export function acceptHttp2(server: Server, accept: (socket: Socket) => void): void {
  const isSecure = 'setSecureContext' in server;
  const event = isSecure ? 'secureConnection' : 'connection';
  const listeners = server.rawListeners(event);
  server.removeAllListeners(event);
  const acceptHttp1 = (socket: Socket): void => {
    for (const listener of listeners) listener.call(server, socket);
  };
  server.on(event, (socket: Socket) => {
    if (!isSecure) readPreface(server, socket, accept, acceptHttp1);
    else if ((socket as TLSSocket).alpnProtocol === HTTP2_PROTOCOL) accept(socket);
    else acceptHttp1(socket);
  });
}

/** Waits for the first bytes, which tell the protocol, for at most `headersTimeout`, and puts them back. */
function readPreface(
  { headersTimeout }: Server,
  socket: Socket,
  accept: (socket: Socket) => void,
  acceptHttp1: (socket: Socket) => void,
): void {
  const timer = headersTimeout > 0 ? setTimeout(() => socket.destroy(), headersTimeout).unref() : undefined;
  let received: Buffer = Buffer.alloc(0);
  const stop = (): void => {
    clearTimeout(timer);
    socket.off('readable', read);
    socket.off('end', leave);
    socket.off('close', stop);
    socket.off('error', ignore);
  };
  // The client has sent nothing, or only a part of the preface. Sockets of servers may stay half open.
  const leave = (): void => void socket.destroy();
  const read = (): void => {
    const bytes: Buffer | null = socket.read();
    if (bytes === null) return;
    received = Buffer.concat([received, bytes]);
    const length = Math.min(received.length, PREFACE.length);
    const isPreface = received.subarray(0, length).equals(PREFACE.subarray(0, length));
    if (isPreface && length < PREFACE.length) return;
    stop();
    socket.unshift(received);
    if (isPreface) accept(socket);
    else acceptHttp1(socket);
  };
  socket.on('readable', read);
  socket.on('end', leave);
  socket.on('close', stop);
  socket.on('error', ignore);
}

function ignore(): void {}
