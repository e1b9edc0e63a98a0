/**
 * @module The socket of HTTP/2 messages: the stream, with the addresses and certificates of its connection. To middleware that
 * reads `req.socket` it looks like HTTP/1.1, and `socket.destroy()` only ends its own request.
 */

import type { ServerHttp2Stream } from 'node:http2';
import type { Socket } from 'node:net';
import type { NodeSocket } from '@nextpress-internal/internals/node';
import { reset } from './stream-end.ts';
import { watchTimeout } from './stream-timeout.ts';

/** Members taken from the connection. All others come from the stream, except those of {@link StreamSocket}. */
const OF_CONNECTION: readonly string[] = [
  ...['address', 'localAddress', 'localFamily', 'localPort', 'remoteAddress', 'remoteFamily', 'remotePort'],
  ...['alpnProtocol', 'authorizationError', 'authorized', 'encrypted', 'server', 'servername'],
  ...['getCertificate', 'getCipher', 'getEphemeralKeyInfo', 'getFinished', 'getPeerCertificate'],
  ...['getPeerFinished', 'getPeerX509Certificate', 'getProtocol', 'getSession', 'getSharedSigalgs'],
  ...['getX509Certificate', 'exportKeyingMaterial', 'isSessionReused', 'ref', 'unref'],
];

type Parameters = readonly unknown[];
type Members = Record<PropertyKey, (...parameters: Parameters) => unknown>;

/** A class instead of a Proxy, whose traps take a tenth of the time of a short response: Node accesses a socket 30 times for it. */
class StreamSocket {
  static #isComplete = false;
  /** The unsent response. */
  _httpMessage: NodeSocket['_httpMessage'] = null;
  readonly #stream: ServerHttp2Stream;
  readonly #connection: Socket;

  constructor(stream: ServerHttp2Stream, connection: Socket) {
    if (!StreamSocket.#isComplete) StreamSocket.#addMembers(stream);
    this.#stream = stream;
    this.#connection = connection;
  }

  /** The body bypasses the stream's buffer, so the stream's own value becomes `false` once its request has arrived. */
  get readable(): boolean {
    return !this.#stream.destroyed;
  }

  /** Resets the stream, which tells the client that its response is incomplete, as a TCP reset does in HTTP/1.1. */
  destroy(): this {
    reset(this.#stream);
    return this;
  }

  resetAndDestroy(): this {
    return this.destroy();
  }

  destroySoon(): void {
    this.end();
  }

  /** Without a head, Node would send status 200. */
  write(...parameters: Parameters): boolean {
    const { headersSent } = this.#stream;
    if (!headersSent) this.destroy();
    return headersSent && Reflect.apply(this.#stream.write, this.#stream, parameters);
  }

  end(...parameters: Parameters): this {
    if (!this.#stream.headersSent) return this.destroy();
    Reflect.apply(this.#stream.end, this.#stream, parameters);
    return this;
  }

  /** Lets the client send more of the body, which bypasses the stream's buffer. */
  resume(): this {
    this.#stream._read(0);
    return this;
  }

  setTimeout(milliseconds: number, callback?: () => void): this {
    watchTimeout(this.#stream, this.#asSocket);
    this.#stream.setTimeout(milliseconds, callback);
    return this;
  }

  emit(event: string, ...parameters: Parameters): boolean {
    if (event === 'timeout') watchTimeout(this.#stream, this.#asSocket);
    return this.#stream.emit(event, ...parameters);
  }

  /** A stream already combines writes within one turn. */
  cork(): void {}

  /** A request must not change the settings of its connection. */
  setKeepAlive(): this {
    return this;
  }

  setNoDelay(): this {
    return this;
  }

  get #asSocket(): Socket {
    return this as unknown as Socket;
  }

  /** Adds the members of the connection and of streams, including Node's private ones. */
  static #addMembers(stream: ServerHttp2Stream): void {
    StreamSocket.#isComplete = true;
    const { prototype } = StreamSocket;
    for (const name of OF_CONNECTION) {
      const get = StreamSocket.#getter(name);
      // A request must not change its connection.
      Object.defineProperty(prototype, name, { configurable: true, get, set() {} });
    }
    for (let level: object = stream; level !== Object.prototype; level = Object.getPrototypeOf(level)) {
      for (const name of Reflect.ownKeys(level)) {
        if (Object.hasOwn(prototype, name)) continue;
        Object.defineProperty(prototype, name, StreamSocket.#memberOf(stream, name));
      }
    }
    Object.setPrototypeOf(prototype, Object.getPrototypeOf(stream));
  }

  static #getter(name: string) {
    return function (this: StreamSocket): unknown {
      const value: unknown = Reflect.get(this.#connection, name);
      return typeof value === 'function' ? value.bind(this.#connection) : value;
    };
  }

  static #memberOf(example: ServerHttp2Stream, name: PropertyKey): PropertyDescriptor {
    if (typeof Reflect.get(example, name) === 'function') {
      const value = function (this: StreamSocket, ...parameters: Parameters): unknown {
        const stream = this.#stream as unknown as Members;
        const result = stream[name]?.(...parameters);
        return result === stream ? this : result;
      };
      return { configurable: true, writable: true, value };
    }
    return {
      configurable: true,
      get(this: StreamSocket): unknown {
        return Reflect.get(this.#stream, name);
      },
      set(this: StreamSocket, value: unknown) {
        Reflect.set(this.#stream, name, value);
      },
    };
  }
}

export function streamSocket(stream: ServerHttp2Stream, connection: Socket): Socket {
  return new StreamSocket(stream, connection) as unknown as Socket;
}

/** Whether a socket is an HTTP/2 stream. */
export function isStreamSocket(socket: object): boolean {
  return 'rstCode' in socket;
}
