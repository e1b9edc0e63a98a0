/**
 * @module The socket of messages over HTTP/2: the stream, with the addresses and the certificates of its connection. Middleware that reads
 * `req.socket` gets what HTTP/1.1 has, and ends only its own request with `socket.destroy()`.
 */

import type { ServerHttp2Stream } from 'node:http2';
import type { Socket } from 'node:net';
import { INTERNAL_ERROR } from './error-codes.ts';
import { timeoutMethod, watchTimeout } from './stream-timeout.ts';

/** Properties and methods of the connection. All others are those of the stream. */
const OF_CONNECTION: ReadonlySet<string> = new Set([
  ...['address', 'localAddress', 'localFamily', 'localPort', 'remoteAddress', 'remoteFamily', 'remotePort'],
  ...['alpnProtocol', 'authorizationError', 'authorized', 'encrypted', 'server', 'servername'],
  ...['getCertificate', 'getCipher', 'getEphemeralKeyInfo', 'getFinished', 'getPeerCertificate'],
  ...['getPeerFinished', 'getPeerX509Certificate', 'getProtocol', 'getSession', 'getSharedSigalgs'],
  ...['getX509Certificate', 'exportKeyingMaterial', 'isSessionReused', 'ref', 'unref'],
]);

/** Settings of a connection that one of its requests must not change, and `cork`, because a stream joins what is written in one turn. */
const IGNORED: ReadonlySet<string> = new Set(['cork', 'setKeepAlive', 'setNoDelay']);

/** Methods with which the application bypasses the response. */
const RAW: ReadonlySet<string> = new Set(['destroySoon', 'end', 'write']);

const CONNECTION: unique symbol = Symbol('connection');

type ConnectedStream = ServerHttp2Stream & { [CONNECTION]?: Socket };

const HANDLER: ProxyHandler<ConnectedStream> = {
  get(stream, name, socket) {
    // Most reads are Node's own, of symbols and of listeners.
    if (typeof name === 'symbol' || name === '_events') return Reflect.get(stream, name);
    if (OF_CONNECTION.has(name)) return ofConnection(stream[CONNECTION] as Socket, name);
    if (name === 'destroy' || name === 'resetAndDestroy') return destroyStream;
    if (RAW.has(name)) return rawMethod(stream, name);
    if (name === 'setTimeout') return timeoutMethod(stream, socket as Socket);
    if (IGNORED.has(name)) return () => socket;
    if (name === 'emit') watchTimeout(stream, socket as Socket);
    return Reflect.get(stream, name);
  },
  // Without it the property would be defined on the proxy, past the setters of the stream.
  set: (stream, name, value) => Reflect.set(stream, name, value),
};

export function streamSocket(stream: ServerHttp2Stream, connection: Socket): Socket {
  (stream as ConnectedStream)[CONNECTION] = connection;
  return new Proxy(stream as ConnectedStream, HANDLER) as unknown as Socket;
}

/** Whether a socket is a stream of HTTP/2. */
export function isStreamSocket(socket: object): boolean {
  return 'rstCode' in socket;
}

function ofConnection(connection: Socket, name: string): unknown {
  const value: unknown = Reflect.get(connection, name);
  return typeof value === 'function' ? value.bind(connection) : value;
}

/** As the reset of a TCP connection tells a client of HTTP/1.1 that a response is incomplete. */
function destroyStream(this: ServerHttp2Stream): unknown {
  if (!this.closed) this.close(INTERNAL_ERROR);
  return this;
}

/** Without a head Node would send the status 200. */
function rawMethod(stream: ServerHttp2Stream, name: string): unknown {
  if (!stream.headersSent) return destroyStream;
  return Reflect.get(stream, name === 'write' ? 'write' : 'end');
}
