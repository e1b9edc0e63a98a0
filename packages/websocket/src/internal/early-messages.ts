/** @module Messages that arrive before an async handler has added its listener. */

import type { EventEmitter } from 'node:events';
import { clearTimeout, setTimeout } from 'node:timers';

const { nextTick } = process;

/** Beyond this many buffered bytes, the connection is paused until a listener takes the messages. */
const MAX_BYTES = 256 * 1024;
/** Bytes counted for each message in addition to its data. */
const MESSAGE_COST = 256;
/** If a buffered message has no listener after this long (ms), assume that the handler only sends. */
const MAX_TIME = 10_000;

/** The arguments of a `message` event. */
export type Message = readonly unknown[];

interface PausableConnection extends EventEmitter {
  pause(): void;
  resume(): void;
  /** Calls the listeners. */
  deliver(event: 'message', message: Message): void;
}

/** Buffers the messages of one connection while they have no listener. */
export class EarlyMessages {
  readonly #connection: PausableConnection;
  #messages: Message[] = [];
  #size = 0;
  #timer: NodeJS.Timeout | undefined;
  #hasPaused = false;
  #isOver = false;

  constructor(connection: PausableConnection) {
    this.#connection = connection;
    connection.on('newListener', this.#onListener);
  }

  /** Buffers a message that has no listener yet. */
  take(message: Message): boolean {
    const connection = this.#connection;
    const hasListener = connection.listenerCount('message') > 0;
    if (this.#isOver || (hasListener && this.#messages.length === 0)) return false;
    this.#messages.push(message);
    this.#size += sizeOf(message);
    if (this.#size > MAX_BYTES && !this.#hasPaused) {
      this.#hasPaused = true;
      connection.pause();
    }
    this.#timer ??= setTimeout(() => this.end(), MAX_TIME).unref();
    return true;
  }

  /** From now on, messages without a listener are dropped, as with other emitters. */
  end(): void {
    this.#deliver();
    this.#isOver = true;
    this.#messages = [];
    this.#size = 0;
    this.#connection.off('newListener', this.#onListener);
    this.#relax();
  }

  readonly #onListener = (event: string | symbol): void => {
    // The listener is added after this event.
    if (event === 'message' && this.#messages.length > 0) nextTick(() => this.#deliver());
  };

  #deliver(): void {
    while (this.#messages.length > 0 && this.#connection.listenerCount('message') > 0) {
      const message = this.#messages.shift() as Message;
      this.#size -= sizeOf(message);
      this.#connection.deliver('message', message);
    }
    if (this.#messages.length === 0) this.#relax();
  }

  #relax(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#hasPaused) this.#connection.resume();
    this.#hasPaused = false;
  }
}

/** `connection.binaryType` determines the type of the data. */
function sizeOf([data]: Message): number {
  const parts = [data].flat() as (ArrayBuffer | Blob | Buffer)[];
  return parts.reduce(
    (sum, part) => sum + (part instanceof Blob ? part.size : part.byteLength),
    MESSAGE_COST,
  );
}
