/** @module The HTTP/2 connections of a server: their requests, idle time and shutdown. */

import type { Server, ServerResponse } from 'node:http';
import type { IncomingHttpHeaders, ServerHttp2Stream } from 'node:http2';
import { createRequire } from 'node:module';
import type { Socket } from 'node:net';
import { limitBodyTime } from './body-timeout.ts';
import { listSize } from './head-fields.ts';
import { OpenSession } from './open-session.ts';
import type { Http2Settings } from './read-http2-options.ts';
import type { Refuse } from './refuse.ts';
import { discard, type MessageClasses, openExchange, suspend } from './serve-stream.ts';

/** `idleTimeout` of connections that arrive during shutdown, for example because their TLS handshake had already begun. */
const RETIRING_IDLE_TIMEOUT = 1_000;

const EXPECTS_CONTINUE = /(?:^|\W)100-continue(?:$|\W)/i;

/** How a server's connections are served. */
export interface SessionSetup {
  readonly settings: Http2Settings;
  readonly messages: MessageClasses;
  readonly refuse: Refuse;
}

export class Http2Sessions {
  readonly #server: Server;
  readonly #settings: Http2Settings;
  readonly #messages: MessageClasses;
  readonly #refuse: Refuse;
  /** Loaded lazily, because few servers use HTTP/2. */
  readonly #http2: typeof import('node:http2') = createRequire('/')('node:http2');
  readonly #sessions = new Map<Socket, OpenSession>();
  #isRetiring = false;

  constructor(server: Server, { settings, messages, refuse }: SessionSetup) {
    this.#server = server;
    this.#settings = settings;
    this.#messages = messages;
    this.#refuse = refuse;
  }

  /** Serves a connection from which nothing has been read. */
  accept(socket: Socket): void {
    // HTTP/1.1 can still respond to a client that has ended its side. An HTTP/2 client that ends has disconnected.
    socket.allowHalfOpen = false;
    const session = this.#http2.performServerHandshake(socket, this.#settings.session);
    const { sendTimeout, maxHeaderListSize } = this.#settings;
    const idleTimeout = this.#isRetiring ? RETIRING_IDLE_TIMEOUT : this.#settings.idleTimeout;
    const { headersTimeout } = this.#server;
    const open = new OpenSession(session, socket, {
      ...{ idleTimeout, headersTimeout, sendTimeout, maxHeaderListSize },
    });
    this.#sessions.set(socket, open);
    session.on(
      'stream',
      (stream: ServerHttp2Stream, { expect }: IncomingHttpHeaders, _flags: number, fields: string[]) => {
        // A body or trailers may arrive in the meantime.
        if (!stream.endAfterHeaders || !open.unsent.isTooMuch()) this.#serve(open, stream, fields, expect);
        else {
          suspend(stream);
          open.unsent.whenRead(() => this.#serve(open, stream, fields, expect));
        }
      },
    );
    // An error of the client or the network. The session closes, and its streams are reset.
    session.on('error', () => {});
    session.on('close', () => this.#sessions.delete(socket));
  }

  /** Sends GOAWAY, so clients send further requests on another connection. */
  retire(): void {
    this.#isRetiring = true;
    for (const open of this.#sessions.values()) open.end();
  }

  /** Called when the server has closed and may listen again. */
  reopen(): void {
    this.#isRetiring = false;
  }

  /** Closes sessions without a request, including those accepted after `retire()`. */
  closeIdle(): void {
    for (const open of this.#sessions.values()) open.endIdle();
  }

  /** The unsent responses of a connection; `undefined` for HTTP/1.1. */
  pendingOn(socket: Socket): readonly ServerResponse[] | undefined {
    return this.#sessions.get(socket)?.pending;
  }

  /** @param expect - the header `Expect` */
  #serve(open: OpenSession, stream: ServerHttp2Stream, fields: readonly string[], expect?: string): void {
    if (stream.closed) {
      discard(stream);
      return;
    }
    const res = openExchange(stream, fields, this.#messages, open);
    const { req } = res;
    open.pending.push(res);
    if (!req.complete) limitBodyTime(this.#server, req, res, stream, this.#refuse);
    const { timeout } = this.#server;
    if (timeout > 0) req.socket.setTimeout(timeout);
    // The connection was accepted while the server was closing.
    if (this.#isRetiring) open.end();
    // Node enforces the limit only once the client has acknowledged it.
    if (listSize(fields) > open.maxHeaderListSize) this.#refuse(res, 431);
    else if (!open.unsent.isTooMuch()) this.#dispatch(res, expect);
    else open.unsent.whenRead(() => stream.closed || this.#dispatch(res, expect));
  }

  /** Emits the server event that Node would emit for the request. */
  #dispatch(res: ServerResponse, expect: string | undefined): void {
    const { req } = res;
    const server = this.#server;
    if (req.method === 'CONNECT') this.#refuse(res, 501);
    else if (expect === undefined) server.emit('request', req, res);
    else if (EXPECTS_CONTINUE.test(expect)) {
      if (server.emit('checkContinue', req, res)) return;
      res.writeContinue();
      server.emit('request', req, res);
    } else if (server.listenerCount('checkExpectation') > 0) server.emit('checkExpectation', req, res);
    else res.writeHead(417).end();
  }
}
