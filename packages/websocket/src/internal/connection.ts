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
/**
 * A client whose buffer is full is disconnected if it reads nothing for this long (ms). Node may take twice the time.
 */
const STALL_TIME = 2_000;

/** @internal State shared by an application's connections. */
export interface ConnectionOwner {
  readonly maxMessagesPerSecond: number;
  logError(error: unknown, connection: WebSocketConnection): void;
  closed(connection: WebSocketConnection): void;
}

/**
 * A WebSocket of the `ws` package, except that `send` returns a promise. If a listener throws or rejects, the
 * application's `logError` logs the error, and the connection closes with the code 1011.
 */
export class WebSocketConnection extends WebSocket {
  /** `send` closes the connection if more bytes than this are buffered. Set when the connection is accepted. */
  maxBufferedAmount: number = Number.POSITIVE_INFINITY;
  /** @internal Set when the connection is accepted. */
  declare owner: ConnectionOwner;
  /**
   * @internal The URL of the request that opened the connection. Keeping the request would cost 3 KiB per connection.
   */
  declare target: string;
  /** @internal The names of the rooms that the connection is in; `undefined` until it first joins one. */
  rooms: Set<string> | undefined;
  /** @internal Set while an asynchronous handler runs. */
  early: EarlyMessages | undefined;
  /** @internal Whether the last ping is still unanswered. */
  isSilent = false;
  /** When the current window of the rate limit started. */
  #windowStart = 0;
  /** The number of messages in the current window. */
  #windowCount = 0;

  /** @internal Called by ws. */
  constructor(...args: ConstructorParameters<typeof WebSocket>) {
    super(...args);
    // Sets options of the emitter, which ws does not pass on.
    Reflect.apply(EventEmitter as never, this, [{ captureRejections: true }]);
  }

  /**
   * Sends a message. Returns a promise that resolves once the message has been handed to the network, or if the
   * connection closes first. `await` it to send no faster than the client reads.
   *
   * @throws TypeError if the data is neither a string nor bytes
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
    // Called outside the promise's executor: an error thrown there would become an unhandled rejection, which crashes
    // the process.
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

  /**
   * @internal Calls listeners. Clients cause most events, so errors must not crash the process. Listeners of our own
   * would cost 300 bytes per connection.
   */
  override emit(event: string | symbol, ...args: unknown[]): boolean {
    if (event === 'message' && this.#isTooMany()) return false;
    if (event === 'message' && this.early?.take(args)) return true;
    if (event === 'pong') this.isSilent = false;
    if (event === 'close') this.owner.closed(this);
    return this.deliver(event, args);
  }

  /** @internal Calls listeners. Also delivers buffered messages. */
  deliver(event: string | symbol, args: readonly unknown[]): boolean {
    try {
      return super.emit(event, ...args);
    } catch (error) {
      this.fail(error);
      return true;
    }
  }

  /** @internal Logs an application error, and closes the connection. */
  fail(error: unknown): void {
    this.close(INTERNAL_ERROR, 'Internal error.');
    this.owner.logError(error, this);
  }

  /**
   * Runs before a message is buffered, so a single message may exceed the limit. A slow client gets the buffered
   * messages and then the close frame; a client that reads nothing is disconnected.
   */
  #limitBuffer(): void {
    if (this.bufferedAmount <= this.maxBufferedAmount || this.readyState !== WebSocket.OPEN) return;
    this.close(TRY_AGAIN_LATER, 'Too many unsent bytes.');
    const { _socket: socket } = this as unknown as { readonly _socket: Socket };
    // For the timeout, Node counts a write that makes progress as activity.
    socket.setTimeout(STALL_TIME, () => this.terminate());
  }

  /** Counts messages in one-second windows that start with a message. */
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

// The emitter calls this when a listener's promise rejects.
Object.defineProperty(WebSocketConnection.prototype, captureRejectionSymbol, {
  value(this: WebSocketConnection, error: unknown) {
    this.fail(error);
  },
});

/** The argument of `send`. */
export type WebSocketData = Parameters<WebSocket['send']>[0];
