import { WebSocket } from 'ws';

/** A WebSocket connection: that of the package `ws`, whose `send` without a callback returns a promise. */
export class WebSocketConnection extends WebSocket {
  /** Set when the connection is accepted: how many bytes may wait for the client. */
  maxBufferedAmount: number = Number.POSITIVE_INFINITY;
  /** @internal The names of its rooms, if it has been in one. */
  rooms: Set<string> | undefined;
  /** @internal Whether the client has not responded to the last ping. */
  isSilent = false;
  /** @internal When the present window of the rate limit has started. */
  windowStart = 0;
  /** @internal How many messages have come in the window. */
  windowCount = 0;

  /**
   * Sends a message. Without a callback it returns a promise, which resolves when the message has been handed to the network, and also when the
   * connection has closed before. `await` it to send no faster than the client reads.
   */
  override send(data: WebSocketData, callback?: (error?: Error) => void): Promise<void>;
  override send(
    data: WebSocketData,
    options: Parameters<WebSocket['send']>[1],
    callback?: (error?: Error) => void,
  ): Promise<void>;
  override send(data: WebSocketData, ...rest: unknown[]): Promise<void> {
    const given = typeof rest.at(-1) === 'function' ? (rest.pop() as (error?: Error) => void) : undefined;
    return new Promise((resolve) => {
      super.send(data, (rest[0] ?? {}) as object, (error) => {
        given?.(error);
        resolve();
      });
      this.#limitBuffer();
    });
  }

  /** @internal Sends without a promise. */
  post(data: Uint8Array, options: { readonly binary: boolean }): void {
    super.send(data, options);
    this.#limitBuffer();
  }

  /** A close frame would wait after all that the client does not read. */
  #limitBuffer(): void {
    if (this.bufferedAmount > this.maxBufferedAmount) this.terminate();
  }
}

/** What `send` takes. */
export type WebSocketData = Parameters<WebSocket['send']>[0];
