/** @module Distinguishes HTTP/2 from HTTP/1.1 connections: by ALPN with TLS, otherwise by their first bytes. */

import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { clearTimeout, setTimeout } from 'node:timers';
import type { TLSSocket } from 'node:tls';

/** The connection preface (RFC 9113 §3.4). No HTTP/1.1 method starts like it. */
const PREFACE = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');

/** The ALPN protocol name (RFC 9113 §3.2). */
const HTTP2_PROTOCOL = 'h2';

/** The ALPN protocols that a TLS server offers, in order of preference. */
export const ALPN_PROTOCOLS: readonly string[] = [HTTP2_PROTOCOL, 'http/1.1'];

/** Passes HTTP/2 connections to `accept`, and all others to the server's own listeners. */
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

/** Waits up to `headersTimeout` for the first bytes, which identify the protocol, and puts them back. */
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
  // The client ended after sending nothing or part of the preface. Server sockets may stay half open.
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
