/** @module Hot: writes the body of a response, in one piece or no faster than the client takes it. */

import { OutgoingMessage, type ServerResponse } from 'node:http';

interface Methods {
  readonly end: unknown;
  readonly write: unknown;
}

/** The methods of a class that overrides Node's, such as that of the fast lane. */
const METHODS: unique symbol = Symbol.for('nextpress.methods') as never;

const { end, write } = OutgoingMessage.prototype;
const NODE_METHODS: Methods = { end, write };

/** Whether the client has gone. The response is destroyed some ticks after its socket, or its stream of HTTP/2. */
export function isGone({ destroyed, socket }: ServerResponse): boolean {
  return destroyed || socket?.destroyed === true || socket?.closed === true;
}

/**
 * Sends a whole body. Middleware that replaces `write` or `end` gets the calls that `pipe` makes, because it is written for files that
 * are piped.
 */
export function endWith(
  res: ServerResponse & { readonly [METHODS]?: Methods },
  body: Buffer | undefined,
): void {
  const methods = res[METHODS] ?? NODE_METHODS;
  if (body === undefined) res.end();
  else if (res.end === methods.end && res.write === methods.write) res.end(body);
  else {
    res.write(body);
    res.end();
  }
}

/**
 * Writes pieces with backpressure, which is what `res.write` returns, because middleware may have replaced it.
 *
 * There is one listener for the whole body: compression passes `drain` listeners on to its own stream and never removes them.
 */
export class BodyWriter {
  readonly #res: ServerResponse;
  #isFull = false;
  #resume: (() => void) | undefined;

  constructor(res: ServerResponse) {
    this.#res = res;
    res.on('drain', this.#onDrain);
    res.on('close', this.#onDrain);
  }

  readonly #onDrain = (): void => {
    this.#isFull = false;
    this.#resume?.();
  };

  /** Waits until the response takes more bytes. */
  async ready(): Promise<boolean> {
    if (this.#isFull && this.isOpen) {
      await new Promise<void>((resolve) => {
        this.#resume = resolve;
      });
    }
    return this.isOpen;
  }

  /** Whether the client is there and user code has not ended the response: a write would emit an error. */
  get isOpen(): boolean {
    return !isGone(this.#res) && !this.#res.writableEnded;
  }

  write(piece: Buffer): void {
    this.#isFull = true;
    const returned: unknown = this.#res.write(piece);
    // A replacement may return nothing.
    const hasRoom = returned === undefined ? !this.#res.writableNeedDrain : returned !== false;
    if (hasRoom) this.#isFull = false;
  }

  /** Removes the listeners. */
  release(): void {
    this.#res.off('drain', this.#onDrain);
    this.#res.off('close', this.#onDrain);
  }
}
