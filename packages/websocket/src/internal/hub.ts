/** @module Accepts, limits and closes the connections of one application. */

import { Socket } from 'node:net';
import { clearInterval, clearTimeout, setInterval, setTimeout } from 'node:timers';
import { HttpError } from '@nextpress/semantics/http-error';
import { type Application, type LogError, logErrorOf, type Request } from '@nextpress/server';
import type { OpenSocket } from '@nextpress-internal/internals/node';
import { WebSocketServer } from 'ws';
import type { WebSocketSettings } from '../websocket-options.ts';
import { type ConnectionOwner, WebSocketConnection } from './connection.ts';
import { endUnlessServed, type PendingUpgrade } from './pending-upgrade.ts';

/** RFC 6455 §7.4.1 */
const GOING_AWAY = 1001;

/** How long a client may take to confirm the close, in milliseconds. */
const CLOSE_TIME = 3_000;

export class Hub {
  readonly connections: Set<WebSocketConnection> = new Set();
  readonly logError: LogError;
  readonly #settings: WebSocketSettings;
  readonly #server: WebSocketServer;
  readonly #owner: ConnectionOwner;
  #heartbeat: NodeJS.Timeout | undefined;
  #isClosing = false;
  #pending = 0;

  constructor(app: Application, settings: WebSocketSettings) {
    this.logError = logErrorOf(app);
    this.#settings = settings;
    const { maxMessagesPerSecond, maxPayload, perMessageDeflate, protocols } = settings;
    const logError = (error: unknown, { target }: WebSocketConnection): void =>
      this.logError(error, requestFor(app, target));
    this.#owner = { maxMessagesPerSecond, logError, closed: (connection) => this.#remove(connection) };
    this.#server = new WebSocketServer({
      noServer: true,
      clientTracking: false,
      maxPayload: Number.isFinite(maxPayload) ? maxPayload : 0,
      perMessageDeflate,
      WebSocket: WebSocketConnection as never,
      handleProtocols: (offered) => (protocols ?? [...offered]).find((name) => offered.has(name)) ?? false,
    });
  }

  /** Counts a pending upgrade and limits its time; returns `false` if there are too many connections. */
  admit(upgrade: PendingUpgrade, onLate: () => void): boolean {
    const { handshakeTimeout, maxConnections } = this.#settings;
    if (this.connections.size + this.#pending >= maxConnections) return false;
    this.#pending++;
    upgrade.onEnd = () => this.#pending--;
    upgrade.limitTime(handshakeTimeout, onLate);
    return true;
  }

  /** Limits how long other listeners may take to serve an upgrade that is left to them. */
  leave(socket: OpenSocket): void {
    endUnlessServed(socket, this.#settings.handshakeTimeout);
  }

  /** Returns an error if the upgrade must be refused: its origin is not allowed, or the server is closing. */
  refusal({ headers, host }: Request): HttpError | undefined {
    const { origin } = headers;
    if (origin !== undefined && !this.#settings.isAllowed(origin, host ?? '')) {
      const message = 'Pages from this origin may not open WebSocket connections.';
      return new HttpError(403, 'ERR_WEBSOCKET_ORIGIN', message);
    }
    if (!this.#isClosing) return undefined;
    const message = 'The server is shutting down.';
    return new HttpError(503, 'ERR_WEBSOCKET_UNAVAILABLE', message, { expose: true });
  }

  /**
   * Completes the handshake synchronously. If it is invalid, calls `refuse`.
   *
   * @param takeHeaders - called before the response is sent; returns header lines for it
   */
  accept(
    { req, socket, early }: PendingUpgrade,
    takeHeaders: () => string[],
    onOpen: (connection: WebSocketConnection) => void,
    refuse: (error: HttpError) => void,
  ): void {
    const addHeaders = (lines: string[]): void => void lines.push(...takeHeaders());
    const onInvalid = ({ message }: Error): void => refuse(invalidHandshake(message));
    this.#server.once('headers', addHeaders).once('wsClientError', onInvalid);
    try {
      this.#server.handleUpgrade(req, socket, early, (opened) => {
        const connection = opened as unknown as WebSocketConnection;
        this.#watch(connection);
        onOpen(connection);
      });
    } finally {
      this.#server.off('headers', addHeaders).off('wsClientError', onInvalid);
    }
  }

  /** Closes all connections with the code 1001; resolves when they have closed. */
  async close(): Promise<void> {
    this.#isClosing = true;
    const ends = [...this.connections].map((connection) => endOf(connection));
    for (const connection of this.connections) {
      connection.close(GOING_AWAY, 'The server is shutting down.');
    }
    await Promise.all(ends);
  }

  /** Called each time the application starts to listen. */
  open(): void {
    this.#isClosing = false;
  }

  #watch(connection: WebSocketConnection): void {
    const { heartbeat, maxBufferedAmount } = this.#settings;
    connection.owner = this.#owner;
    connection.maxBufferedAmount = maxBufferedAmount;
    this.connections.add(connection);
    // After an invalid frame, ws closes the connection with the right code, and the application gets the `close` event.
    connection.on('error', ignore);
    if (heartbeat > 0) this.#heartbeat ??= setInterval(() => this.#beat(), heartbeat).unref();
  }

  #beat(): void {
    for (const connection of this.connections) {
      if (connection.isSilent) connection.terminate();
      else {
        connection.isSilent = true;
        connection.ping();
      }
    }
  }

  #remove(connection: WebSocketConnection): void {
    this.connections.delete(connection);
    if (this.connections.size > 0) return;
    clearInterval(this.#heartbeat);
    this.#heartbeat = undefined;
  }
}

function ignore(): void {}

/** A request with only a URL, for logs. */
function requestFor(app: Application, url: string): Request {
  const OwnRequest = app.request.constructor as new (socket: Socket) => Request;
  return Object.assign(new OwnRequest(new Socket()), { method: 'GET', url });
}

/** RFC 6455 §4.4: the response names the supported version, in case the client sent another one. */
function invalidHandshake(message: string): HttpError {
  const headers = { 'Sec-WebSocket-Version': '13' };
  return new HttpError(400, 'ERR_WEBSOCKET_HANDSHAKE', `${message}.`, { headers });
}

function endOf(connection: WebSocketConnection): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      connection.terminate();
      resolve();
    }, CLOSE_TIME);
    connection.once('close', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
