/** @module Ends the connections of one server without cutting off responses. Costs nothing until the server closes. */

import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { clearTimeout, setImmediate, setTimeout } from 'node:timers';
import { endLongLived, stopEnding } from '@nextpress/events';
import { DRAIN } from '@nextpress-internal/internals/keys';
import type { NodeResponse, OpenSocket } from '@nextpress-internal/internals/node';
import type { CutConnection } from './close-options.ts';
import { guardDispatch, newestResponse } from './last-response.ts';
import { isLingering, linger } from './linger.ts';
import { begunRequests, OpenConnections } from './open-connections.ts';

/**
 * How long a connection may take to send its first request, in milliseconds. A load balancer would not retry a request
 * that is already on its way and isn't idempotent.
 */
const FIRST_REQUEST_TIME = 1_000;

/** A server's HTTP/2 sessions. */
export interface Sessions {
  /** Ends each session after its pending responses. */
  retire(): void;
  /** The server may listen again. */
  reopen(): void;
  /** Ends the sessions without pending responses. */
  closeIdle(): void;
  /** The pending responses of the session on a socket. */
  pendingOn(socket: Socket): Iterable<ServerResponse> | undefined;
}

type DrainedServer = Server & { readonly [DRAIN]?: Drain };

/** Whether a server's responses end their connections because it is closing, or soon will. */
export function isRetiring(server: Server): boolean {
  return (server as DrainedServer)[DRAIN]?.isRetiring === true;
}

/** Returns the server's drain: that of the application that listens with it, or a new one. */
export function drainOf(server: Server): Drain {
  return (server as DrainedServer)[DRAIN] ?? new Drain(server, new OpenConnections(server));
}

export class Drain {
  readonly connections: OpenConnections;
  readonly #server: Server;
  readonly #http2: Sessions | undefined;
  readonly #closeIdleConnections: () => void;
  #isRetiring = false;
  #isClosing = false;
  /** Whether `server.close()` is running, which would end idle connections immediately. */
  #isInClose = false;
  #isCheckDue = false;
  /** Ends connections that have sent no request in time. */
  #firstTimer: NodeJS.Timeout | undefined;
  #isFirstTimeOver = false;

  /** @param http2 - its sessions, if the server also serves HTTP/2 */
  constructor(server: Server, connections: OpenConnections, http2?: Sessions) {
    this.#server = server;
    this.connections = connections;
    this.#http2 = http2;
    const { closeIdleConnections } = server;
    this.#closeIdleConnections = () => closeIdleConnections.call(server);
    Object.defineProperty(server, DRAIN, { value: this, configurable: true });
    // A client that keeps pipelining would keep its connection open.
    const isOver = (): boolean => this.#isRetiring && this.#isFirstTimeOver;
    guardDispatch(server, isOver, (res) => this.#isRetiring && this.#endConnectionWith(res));
  }

  /** Whether responses end their connections. */
  get isRetiring(): boolean {
    return this.#isRetiring;
  }

  /** Makes responses end their connections from now on. */
  retire(): void {
    if (this.#isRetiring) return;
    this.#isRetiring = true;
    this.#server.once('close', () => this.#stop());
    this.#http2?.retire();
    const begun = begunRequests(this.#server);
    for (const socket of this.connections.sockets) {
      const res = newestResponse(socket);
      if (begun.has(socket)) res?.once('close', this.#checkSoon);
      else if (res) this.#endConnectionWith(res);
    }
  }

  /** Cuts all remaining connections, and describes them. */
  cut(): CutConnection[] {
    const { sockets, handshakes } = this.connections;
    const open = [...sockets].filter(({ destroyed }) => !destroyed);
    const lost = open.filter((socket) => !isLingering(socket) && !isSilent(socket));
    const report = lost.flatMap((socket) => this.#describe(socket));
    for (const socket of [...open, ...handshakes]) socket.destroy();
    return report;
  }

  #describe(socket: OpenSocket): CutConnection[] {
    const { remoteAddress } = socket;
    const responses = this.#pendingOn(socket);
    if (responses.length === 0) return [describe(undefined, remoteAddress)];
    return responses.map((res) => describe(res, remoteAddress));
  }

  /** An HTTP/2 connection can have several pending responses. For others Node lists the one being sent. */
  #pendingOn(socket: OpenSocket): ServerResponse[] {
    const { _httpMessage } = socket;
    return [...(this.#http2?.pendingOn(socket) ?? []), ...(_httpMessage ? [_httpMessage] : [])];
  }

  /** Replaces the server's own methods, so that `server.close()` drains it. */
  replaceClose(): void {
    const server = this.#server;
    const { close } = server;
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
        if (!this.#isInClose) this.#endIdle();
      },
    };
    for (const [name, value] of Object.entries(methods)) {
      Object.defineProperty(server, name, { value, writable: true, configurable: true });
    }
  }

  #start(): void {
    this.retire();
    if (this.#isClosing) return;
    this.#isClosing = true;
    this.endStreams();
    // Two turns of the event loop, because the first may not read: a request that has already arrived is still served.
    // Until then, finished responses must not end idle connections either.
    this.#isCheckDue = true;
    setImmediate(() => setImmediate(() => this.#closeUnused()));
  }

  /** Ends responses that would last until the client disconnects. */
  endStreams(): void {
    endLongLived(this.#server);
    for (const socket of this.connections.sockets) this.#endEventStreams(socket);
  }

  #endEventStreams(socket: OpenSocket): void {
    for (const res of this.#pendingOn(socket)) endEventStream(res);
    // Then it is the next pipelined response's turn.
    socket._httpMessage?.once('close', () => this.#endEventStreams(socket));
  }

  /** The server closed, and may listen again. */
  #stop(): void {
    this.#isRetiring = false;
    this.#isClosing = false;
    clearTimeout(this.#firstTimer);
    this.#firstTimer = undefined;
    this.#isFirstTimeOver = false;
    this.#http2?.reopen();
    stopEnding(this.#server);
  }

  /** Makes a response end its connection, unless another request arrives before its head is written. */
  #endConnectionWith(res: ServerResponse): void {
    res.shouldKeepAlive = false;
    // The head may already be sent, or contain a `keep-alive` from the application.
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

  /** Ends connections without pending responses. */
  #closeUnused(): void {
    this.#isCheckDue = false;
    if (this.#isClosing) this.closeIdle();
  }

  /** Ends connections without pending responses, but gives newly accepted ones time for a first request. */
  closeIdle(): void {
    this.#endIdle();
    this.#http2?.closeIdle();
    this.#closeSilent();
    // Timers run before the poll phase, immediates after it. The server may listen again by then.
    this.#firstTimer ??= setTimeout(
      () => setImmediate(() => this.#endFirstTime()),
      FIRST_REQUEST_TIME,
    ).unref();
  }

  #endFirstTime(): void {
    if (this.#firstTimer === undefined) return;
    this.#isFirstTimeOver = true;
    this.#http2?.closeIdle();
    this.#closeSilent();
  }

  #closeSilent(): void {
    const { connections } = this;
    const { sockets, handshakes } = connections;
    const isOver = (socket: Socket): boolean =>
      this.#isFirstTimeOver || connections.ageOf(socket) >= FIRST_REQUEST_TIME;
    for (const socket of sockets) if (isSilent(socket) && isOver(socket)) socket.destroy();
    for (const socket of handshakes) if (isOver(socket)) socket.destroy();
  }

  /**
   * Ends connections that Node considers idle. It includes those whose response has ended but is not sent yet and, since
   * version 26, those without a request, which may have to stay open.
   */
  #endIdle(): void {
    const { sockets } = this.connections;
    const isKept = (socket: OpenSocket): boolean =>
      isSending(socket) || (this.#isRetiring && isSilent(socket));
    const restore = [...sockets].map((socket) =>
      replaceDestroy(socket, () => isKept(socket) || linger(socket)),
    );
    try {
      this.#closeIdleConnections();
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

/** Replaces `socket.destroy()`, and returns a function that restores it. */
function replaceDestroy(socket: Socket, destroy: () => unknown): () => void {
  const own = Object.getOwnPropertyDescriptor(socket, 'destroy');
  const value = (): Socket => {
    destroy();
    return socket;
  };
  Object.defineProperty(socket, 'destroy', { value, writable: true, configurable: true });
  return () => {
    if (own === undefined) Reflect.deleteProperty(socket, 'destroy');
    else Object.defineProperty(socket, 'destroy', own);
  };
}

const EVENT_STREAM = /^content-type: *text\/event-stream\b/im;

/** Ends a response whose head marks it as an event stream: `events` only knows those that it opened. */
function endEventStream(res: ServerResponse): void {
  // `getHeader` lacks headers passed to `writeHead`.
  const { _header } = res as NodeResponse;
  if (res.writableEnded || !_header || !EVENT_STREAM.test(_header)) return;
  // Until the response closes, further writes by the application emit an error.
  res.on('error', () => {});
  res.end();
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
