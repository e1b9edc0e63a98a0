/** @module Ends the connections of one server without cutting off responses. A server that is not closing pays nothing. */

import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate, setTimeout } from 'node:timers';
import { endLongLived, stopEnding } from '@nextpress/events';
import type { CutConnection } from '../../closing.ts';
import { endEventStream } from './event-stream-end.ts';
import { isNewest, newestResponses, type OpenConnections, type OpenSocket } from './open-connections.ts';

/** The key under which a server has {@link Drain.retire}, for packages that close it: it also ends event streams. */
const RETIRE: unique symbol = Symbol.for('nextpress.retire') as never;

/**
 * How many milliseconds a connection without a request may stay open. The request of one that has just been accepted may be on its
 * way, and a load balancer does not send it again when it changes something.
 */
const FIRST_BYTE_TIME = 20;

/** The HTTP/2 connections of a server. */
export interface DrainedSessions {
  retire(): void;
  reopen(): void;
  closeIdle(): void;
  pendingOn(socket: Socket): ReadonlySet<ServerResponse> | undefined;
}

export class Drain {
  readonly #server: Server;
  readonly #http2: DrainedSessions | undefined;
  readonly #connections: OpenConnections;
  /** The response that ends its connection, by connection. */
  readonly #last = new WeakMap<Socket, ServerResponse>();
  #isRetiring = false;
  #isClosing = false;
  /** Whether `server.close()` is running: it would end idle connections at once. */
  #isInClose = false;
  #isCheckDue = false;

  constructor(server: Server, connections: OpenConnections, http2?: DrainedSessions) {
    this.#server = server;
    this.#connections = connections;
    this.#http2 = http2;
    this.#overrideClosing();
  }

  /** From now on responses end their connections. */
  retire(): void {
    if (this.#isRetiring) return;
    this.#isRetiring = true;
    const server = this.#server;
    server.prependListener('request', this.#onRequest);
    server.once('close', () => this.#stop());
    this.#http2?.retire();
    const newest = newestResponses(server);
    for (const socket of this.#connections.sockets) {
      const res = newest.get(socket);
      if (res) this.#endConnectionWith(res);
      else if (newest.has(socket)) socket._httpMessage?.once('close', this.#checkSoon);
      else this.#endAfterNewest(socket);
    }
  }

  /** Has the newest response of a connection in Node's lane end it. Node lists only the oldest one, which then makes way for the next. */
  readonly #endAfterNewest = (socket: OpenSocket): void => {
    const oldest = socket._httpMessage;
    if (!oldest) this.#checkSoon();
    else if (isNewest(oldest, socket)) this.#endConnectionWith(oldest);
    else oldest.once('close', () => this.#endAfterNewest(socket));
  };

  /** Cuts all connections that are left, and describes them. */
  cut(): CutConnection[] {
    const { sockets, handshakes } = this.#connections;
    const open = [...sockets].filter(({ destroyed }) => !destroyed);
    const report = open.flatMap((socket) => this.#describe(socket));
    for (const socket of [...open, ...handshakes]) socket.destroy();
    return report;
  }

  #describe(socket: OpenSocket): CutConnection[] {
    const { remoteAddress } = socket;
    const responses = this.#pendingOn(socket);
    if (responses.length === 0) return [describe(undefined, remoteAddress)];
    return responses.map((res) => describe(res, remoteAddress));
  }

  /** A connection of HTTP/2 can have several pending responses. Of others Node lists the one that is being sent. */
  #pendingOn(socket: OpenSocket): ServerResponse[] {
    const { _httpMessage } = socket;
    return [...(this.#http2?.pendingOn(socket) ?? []), ...(_httpMessage ? [_httpMessage] : [])];
  }

  /** Overrides the methods of the server itself, so that `server.close()`, which Express users call, drains, too. */
  #overrideClosing(): void {
    const server = this.#server;
    const { close, closeIdleConnections } = server;
    const methods = {
      close: (callback?: (error?: Error) => void): Server => {
        this.#start();
        this.#isInClose = true;
        try {
          return close.call(server, callback);
        } finally {
          this.#isInClose = false;
        }
      },
      closeIdleConnections: (): void => {
        if (!this.#isInClose) this.#keepingResponses(() => closeIdleConnections.call(server));
      },
    };
    for (const [name, value] of Object.entries(methods)) {
      Object.defineProperty(server, name, { value, writable: true, configurable: true });
    }
    const retire = (): void => {
      this.retire();
      this.#endStreams();
    };
    Object.defineProperty(server, RETIRE, { value: retire });
  }

  #start(): void {
    this.retire();
    if (this.#isClosing) return;
    this.#isClosing = true;
    this.#endStreams();
    // Two turns of the event loop, because the first may not read: a request that has arrived by now is still served.
    setImmediate(() => setImmediate(() => this.#closeUnused()));
  }

  /** Ends the responses that would last until the client leaves. */
  #endStreams(): void {
    endLongLived(this.#server);
    for (const socket of this.#connections.sockets) this.#endEventStreams(socket);
  }

  #endEventStreams(socket: OpenSocket): void {
    for (const res of this.#pendingOn(socket)) endEventStream(res);
    // Then the next pipelined response has its turn.
    socket._httpMessage?.once('close', () => this.#endEventStreams(socket));
  }

  /** The server has closed, and may listen again. */
  #stop(): void {
    this.#server.removeListener('request', this.#onRequest);
    this.#isRetiring = false;
    this.#isClosing = false;
    this.#http2?.reopen();
    stopEnding(this.#server);
  }

  readonly #onRequest = (_req: IncomingMessage, res: ServerResponse): void => this.#endConnectionWith(res);

  /** Has a response end its connection, in place of an earlier one for which that has not been announced. */
  #endConnectionWith(res: ServerResponse): void {
    const { socket } = res.req;
    const earlier = this.#last.get(socket);
    if (earlier?.headersSent === false) earlier.shouldKeepAlive = true;
    if (res.shouldKeepAlive) {
      this.#last.set(socket, res);
      res.shouldKeepAlive = false;
    }
    // The head may have been sent, or may say `keep-alive` because user code has set it.
    res.once('close', this.#checkSoon);
  }

  readonly #checkSoon = (): void => {
    if (this.#isCheckDue || !this.#isClosing) return;
    this.#isCheckDue = true;
    setImmediate(() => {
      this.#isCheckDue = false;
      this.#server.closeIdleConnections();
    });
  };

  /** Ends the connections on which nothing is pending. */
  #closeUnused(): void {
    if (!this.#isClosing) return;
    this.#server.closeIdleConnections();
    this.#http2?.closeIdle();
    setTimeout(() => this.#closeSilent(), FIRST_BYTE_TIME);
  }

  #closeSilent(): void {
    // It may listen again by now.
    if (!this.#isClosing) return;
    this.#http2?.closeIdle();
    const { sockets, handshakes } = this.#connections;
    for (const socket of sockets) if (isSilent(socket)) socket.destroy();
    for (const socket of handshakes) socket.destroy();
  }

  /** Node would also end connections whose response has been ended, but not yet sent, and from version 26 on those without a request. */
  #keepingResponses(closeIdle: () => void): void {
    const isKept = (socket: OpenSocket): boolean =>
      isSending(socket) || (this.#isClosing && isSilent(socket));
    const kept = [...this.#connections.sockets].filter(isKept);
    const restore = kept.map(ignoreDestroy);
    try {
      closeIdle();
    } finally {
      for (const each of restore) each();
    }
  }
}

function isSilent({ bytesRead, _httpMessage }: OpenSocket): boolean {
  return bytesRead === 0 && !_httpMessage;
}

function isSending({ _httpMessage, writableLength }: OpenSocket): boolean {
  return Boolean(_httpMessage) || writableLength > 0;
}

/** Disables `socket.destroy()`, and returns a function that enables it. */
function ignoreDestroy(socket: Socket): () => void {
  const own = Object.getOwnPropertyDescriptor(socket, 'destroy');
  Object.defineProperty(socket, 'destroy', { value: () => socket, writable: true, configurable: true });
  return () => {
    if (own === undefined) Reflect.deleteProperty(socket, 'destroy');
    else Object.defineProperty(socket, 'destroy', own);
  };
}

function describe(pending: ServerResponse | undefined, remoteAddress: string | undefined): CutConnection {
  const req = pending?.req as (IncomingMessage & { readonly originalUrl?: string }) | undefined;
  return {
    method: req?.method,
    url: req?.originalUrl ?? req?.url,
    headersSent: pending?.headersSent ?? false,
    remoteAddress,
  };
}
