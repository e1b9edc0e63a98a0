import { captureRejectionSymbol, EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import { WebSocket } from 'ws';
import type { EarlyMessages } from './early-messages.ts';

/** Close codes (RFC 6455 §7.4.1). */
const POLICY_VIOLATION = 1008;
const INTERNAL_ERROR = 1011;
/** Registered with IANA. */
const TRY_AGAIN_LATER = 1013;

const SECOND = 1_000;
/** A client for which too much waits is cut when it reads nothing for this many milliseconds. Node may take twice the time. */
const STALL_TIME = 2_000;

/** @internal What the connections of an application share. */
export interface ConnectionOwner {
  readonly maxMessagesPerSecond: number;
  logError(error: unknown, connection: WebSocketConnection): void;
}

/**
 * A WebSocket connection: that of the package `ws`, whose `send` without a callback returns a promise. An error of a listener, or its
 * rejected promise, is logged by the application's `logError` and closes the connection with the code 1011.
 */
export class WebSocketConnection extends WebSocket {
  /** Set when the connection is accepted: `send` closes the connection when more bytes wait for the client. */
  maxBufferedAmount: number = Number.POSITIVE_INFINITY;
  /** @internal Set when the connection is accepted. */
  declare owner: ConnectionOwner;
  /** @internal The URL of the request that has opened the connection. The request would cost each connection 3 KiB. */
  declare target: string;
  /** @internal The names of its rooms, if it has been in one. */
  rooms: Set<string> | undefined;
  /** @internal Set while an asynchronous handler runs. */
  early: EarlyMessages | undefined;
  /** @internal Whether the client has not responded to the last ping. */
  isSilent = false;
  /** When the present window of the rate limit has started. */
  #windowStart = 0;
  /** How many messages have come in the window. */
  #windowCount = 0;

  /** @internal Called by ws. */
  constructor(...args: ConstructorParameters<typeof WebSocket>) {
    super(...args);
    // The options of an emitter, which ws does not pass on.
    Reflect.apply(EventEmitter as never, this, [{ captureRejections: true }]);
  }

  /**
   * Sends a message. Without a callback it returns a promise, which resolves when the message has been handed to the network, and also when the
   * connection has closed before. `await` it to send no faster than the client reads.
   *
   * @throws TypeError when the data is neither text nor bytes
   */
  override send(data: WebSocketData, callback?: (error?: Error) => void): Promise<void>;
  override send(
    data: WebSocketData,
    options: Parameters<WebSocket['send']>[1],
    callback?: (error?: Error) => void,
  ): Promise<void>;
  override send(data: WebSocketData, ...rest: unknown[]): Promise<void> {
    const given = typeof rest.at(-1) === 'function' ? (rest.pop() as (error?: Error) => void) : undefined;
    this.#limitBuffer();
    let resolve: () => void;
    const sent = new Promise<void>((settle) => {
      resolve = settle;
    });
    // Outside of the promise, because a rejection that is not awaited would end the process.
    super.send(data, (rest[0] ?? {}) as object, (error) => {
      given?.(error);
      resolve();
    });
    return sent;
  }

  /** @internal Sends without a promise. */
  post(data: Uint8Array, options: { readonly binary: boolean }): void {
    this.#limitBuffer();
    super.send(data, options);
  }

  /** @internal Calls listeners. The client causes most events, so no error may end the process. */
  override emit(event: string | symbol, ...args: unknown[]): boolean {
    if (event === 'message' && this.#isTooMany()) return false;
    if (event === 'message' && this.early?.take(args)) return true;
    return this.deliver(event, args);
  }

  /** @internal Calls listeners, also for a message that has been kept. */
  deliver(event: string | symbol, args: readonly unknown[]): boolean {
    try {
      return super.emit(event, ...args);
    } catch (error) {
      this.fail(error);
      return true;
    }
  }

  /** @internal Logs an error of user code, and closes the connection. */
  fail(error: unknown): void {
    this.close(INTERNAL_ERROR, 'The server has failed.');
    this.owner.logError(error, this);
  }

  /**
   * Before a message, so that a single one may be longer. A client that reads gets what waits for it and then the close frame; one that
   * reads nothing is cut.
   */
  #limitBuffer(): void {
    if (this.bufferedAmount <= this.maxBufferedAmount || this.readyState !== WebSocket.OPEN) return;
    this.close(TRY_AGAIN_LATER, 'Too many unsent bytes.');
    const { _socket: socket } = this as unknown as { readonly _socket: Socket };
    // Node takes a write that makes progress for activity.
    socket.setTimeout(STALL_TIME, () => this.terminate());
  }

  /** Counts messages in windows of a second that start with a message. */
  #isTooMany(): boolean {
    const now = performance.now();
    if (now - this.#windowStart >= SECOND) {
      this.#windowStart = now;
      this.#windowCount = 0;
    }
    if (++this.#windowCount <= this.owner.maxMessagesPerSecond) return false;
    this.#windowStart = Number.POSITIVE_INFINITY;
    this.close(POLICY_VIOLATION, 'Too many messages.');
    return true;
  }
}

// The emitter calls this when the promise of a listener is rejected.
Object.defineProperty(WebSocketConnection.prototype, captureRejectionSymbol, {
  value(this: WebSocketConnection, error: unknown) {
    this.fail(error);
  },
});

/** What `send` takes. */
export type WebSocketData = Parameters<WebSocket['send']>[0];
