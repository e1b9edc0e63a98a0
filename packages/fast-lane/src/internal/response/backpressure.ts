/** @module Hot: pauses and resumes reading of a connection as Node does. Bench: `npm run bench:lane`. */

import { NEED_DRAIN, type NodeSocket } from '@nextpress-internal/internals/node';
import { DRAINS_WHEN_EMPTY } from '../node/node-versions.ts';

/**
 * With this many unsent bytes, no further request is dispatched. Many small responses still fit into a chunk's batches.
 */
const UNSENT_LIMIT = 1_048_576;

export class Backpressure {
  readonly #socket: NodeSocket;
  /** The size of queued responses. Node also counts those that the lane wrote before their turn. */
  #length = 0;

  constructor(socket: NodeSocket) {
    this.#socket = socket;
  }

  /**
   * Whether too much is unsent to dispatch another request. A socket above its high-water mark emits `drain` once its
   * bytes are sent.
   */
  get isOverLimit(): boolean {
    const socket = this.#socket;
    const unsent = this.#length + socket.writableLength;
    return unsent >= UNSENT_LIMIT && unsent >= socket.writableHighWaterMark;
  }

  /**
   * Pauses reading if the socket has more to send than its high-water mark.
   *
   * @param own - bytes about to be written to the socket
   * @returns whether it has paused
   */
  maybePause(own: number): boolean {
    const socket = this.#socket;
    if (socket._paused) return false;
    const limit = socket.writableHighWaterMark;
    if (
      socket._writableState.needDrain ||
      (own > 0 && own + socket.writableLength >= limit) ||
      this.#length >= limit
    ) {
      socket._paused = true;
      socket.pause();
      return true;
    }
    return false;
  }

  /** The size of queued responses changed. */
  add(length: number): void {
    this.#length += length;
    this.maybeResume();
  }

  /** Resumes reading if the queued responses are small enough, and emits `drain` on the current response. */
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
