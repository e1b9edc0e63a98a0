/** @module Hot: Node's back-pressure: when the reading of a connection stops, and when it goes on. Bench: `npm run bench:lane`. */

import { DRAINS_WHEN_EMPTY, NEED_DRAIN, type NodeSocket } from '../node/node-internals.ts';

/** With this many requests waiting for their turn no more are read. */
const MAX_WAITING = 1_000;
/** With so many they are read again. */
const RESUMED_AT = 500;

export class Backpressure {
  readonly #socket: NodeSocket;
  /** How much content waits behind other responses; what has been written before its turn waits there too, in Node. */
  #length = 0;

  constructor(socket: NodeSocket) {
    this.#socket = socket;
  }

  /**
   * Stops reading where a socket has more to send than it is to hold.
   *
   * @param own - how much it is about to be given
   * @returns whether it has
   */
  maybePause(waiting: number, own: number): boolean {
    const socket = this.#socket;
    if (socket._paused) return false;
    const limit = socket.writableHighWaterMark;
    if (
      socket._writableState.needDrain ||
      (own > 0 && own + socket.writableLength >= limit) ||
      this.#length >= limit ||
      waiting >= MAX_WAITING
    ) {
      socket._paused = true;
      socket.pause();
      return true;
    }
    return false;
  }

  /** More content waits, or less. */
  add(length: number): void {
    this.#length += length;
    this.maybeResume();
  }

  /** One request less waits. */
  advance(waiting: number): void {
    if (waiting === RESUMED_AT) this.maybeResume();
  }

  /** The socket's buffer is empty, or less waits for it. */
  maybeResume(): void {
    const socket = this.#socket;
    if (socket._paused && this.#length <= socket.writableHighWaterMark) {
      socket._paused = false;
      socket.resume();
    }
    const res = socket._httpMessage;
    if (!res || res.finished || !res[NEED_DRAIN] || (DRAINS_WHEN_EMPTY && res.writableLength > 0)) return;
    res[NEED_DRAIN] = false;
    res.emit('drain');
  }
}
