/** @module Bounds how many bytes of one connection wait for its client to read them. */

import { AsyncResource } from 'node:async_hooks';
import type { ServerHttp2Stream } from 'node:http2';

const { nextTick } = process;

/** While more bytes wait in several responses, further requests are not dispatched. A single large response does not hold up others. */
const UNSENT_LIMIT = 4 * 1024 * 1024;

export class UnsentBodies {
  /** The streams whose buffer is full. */
  readonly #streams = new Set<ServerHttp2Stream>();
  readonly #waiting: (() => void)[] = [];

  /** Calls back when the client has read enough. */
  whenRead(dispatch: () => void): void {
    this.#waiting.push(AsyncResource.bind(dispatch));
  }

  /** The buffer of a stream is full. */
  add(stream: ServerHttp2Stream): void {
    this.#streams.add(stream);
  }

  /** The buffer of a stream has been sent, or the stream has closed. */
  delete(stream: ServerHttp2Stream): void {
    if (this.#streams.delete(stream)) nextTick(() => this.#dispatch());
  }

  /** One request in each turn, because its listeners may throw. */
  #dispatch(): void {
    if (this.#waiting.length === 0 || this.isTooMuch()) return;
    nextTick(() => this.#dispatch());
    this.#waiting.shift()?.();
  }

  /** Whether further requests wait. */
  isTooMuch(): boolean {
    if (this.#streams.size < 2) return false;
    let bytes = 0;
    for (const { writableLength } of this.#streams) bytes += writableLength;
    return bytes > UNSENT_LIMIT;
  }
}
