/** @module The HTTP/2 connections of one server: their requests, their idle time, and their end. */

import type { Server, ServerResponse } from 'node:http';
import type { IncomingHttpHeaders, ServerHttp2Session, ServerHttp2Stream } from 'node:http2';
import { createRequire } from 'node:module';
import type { Socket } from 'node:net';
import { NO_PROXY } from '../connection/refusals.ts';
import type { Messages } from '../messages/message-prototypes.ts';
import { limitBodyTime } from './body-timeout.ts';
import type { Http2Settings } from './read-http2-options.ts';
import { refuse } from './refuse.ts';
import { type Exchange, openExchange } from './serve-stream.ts';

interface OpenSession {
  readonly session: ServerHttp2Session;
  readonly socket: Socket;
  /** The responses that have not been sent. */
  readonly pending: Set<ServerResponse>;
  /** Ends the session when it has been idle for too long. Each request that leaves it idle starts it again. */
  readonly idle: NodeJS.Timeout | undefined;
}

const EXPECTS_CONTINUE = /(?:^|\W)100-continue(?:$|\W)/i;

export class Http2Sessions {
  readonly #server: Server;
  readonly #messages: Messages;
  readonly #settings: Http2Settings;
  /** Loaded only here, because few servers use it. */
  readonly #http2: typeof import('node:http2') = createRequire('/')('node:http2');
  readonly #sessions = new Map<Socket, OpenSession>();
  #isRetiring = false;

  constructor(server: Server, messages: Messages, settings: Http2Settings) {
    this.#server = server;
    this.#messages = messages;
    this.#settings = settings;
  }

  /** Serves a connection, of which nothing has been read. */
  accept(socket: Socket): void {
    // HTTP/1.1 can respond to a client that has ended its side. A client of HTTP/2 that does has left.
    socket.allowHalfOpen = false;
    const session = this.#http2.performServerHandshake(socket, this.#settings.session);
    const { idleTimeout } = this.#settings;
    const pending = new Set<ServerResponse>();
    const closeIdle = (): void => {
      if (pending.size === 0) session.close();
    };
    const idle = idleTimeout > 0 ? setTimeout(closeIdle, idleTimeout).unref() : undefined;
    const open: OpenSession = { session, socket, pending, idle };
    this.#sessions.set(socket, open);
    session.on(
      'stream',
      (stream: ServerHttp2Stream, headers: IncomingHttpHeaders, _flags: number, fields: string[]) =>
        this.#serve(open, stream, fields, headers.expect),
    );
    // Of the client, or of the network. The session ends, and its streams are reset.
    session.on('error', () => {});
    session.on('close', () => {
      clearTimeout(idle);
      this.#sessions.delete(socket);
    });
  }

  /** Sends GOAWAY: further requests go to another connection. A session ends with its last response (RFC 9113 §6.8). */
  retire(): void {
    this.#isRetiring = true;
    for (const { session } of this.#sessions.values()) session.close();
  }

  /** The server has closed, and may listen again. */
  reopen(): void {
    this.#isRetiring = false;
  }

  /** Ends the sessions without a request, of connections that have been accepted since. */
  closeIdle(): void {
    for (const { session, pending } of this.#sessions.values()) if (pending.size === 0) session.close();
  }

  /** The responses of a connection that have not been sent; `undefined` for one of HTTP/1.1. */
  pendingOn(socket: Socket): ReadonlySet<ServerResponse> | undefined {
    return this.#sessions.get(socket)?.pending;
  }

  #serve(
    { pending, idle, session, socket }: OpenSession,
    stream: ServerHttp2Stream,
    fields: readonly string[],
    expect: string | undefined,
  ): void {
    const exchange = openExchange(stream, fields, socket, this.#messages, () => {
      pending.delete(res);
      if (pending.size === 0) idle?.refresh();
    });
    const { req, res } = exchange;
    pending.add(res);
    if (!req.complete) limitBodyTime(this.#server, req, res, stream);
    const { timeout } = this.#server;
    if (timeout > 0) req.socket.setTimeout(timeout);
    // It was accepted while the server is closing.
    if (this.#isRetiring) session.close();
    this.#dispatch(exchange, expect);
  }

  /** Tells the server of the request by the event that Node has for it. */
  #dispatch({ req, res }: Exchange, expect: string | undefined): void {
    const server = this.#server;
    if (req.method === 'CONNECT') {
      refuse(res, NO_PROXY);
    } else if (expect === undefined) server.emit('request', req, res);
    else if (EXPECTS_CONTINUE.test(expect)) server.emit('checkContinue', req, res);
    else if (server.listenerCount('checkExpectation') > 0) server.emit('checkExpectation', req, res);
    else res.writeHead(417).end();
  }
}
