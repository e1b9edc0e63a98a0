/** @module Limits how many bytes of a connection's responses wait for the client to read them. */

import { AsyncResource } from 'node:async_hooks';
import type { ServerHttp2Stream } from 'node:http2';

const { nextTick } = process;

/** When several responses together exceed this, further requests are not dispatched. A single large response does not block others. */
const UNSENT_LIMIT = 4 * 1024 * 1024;

export class UnsentBodies {
  /** Streams whose buffer is full. */
  readonly #streams = new Set<ServerHttp2Stream>();
  readonly #waiting: (() => void)[] = [];

  /** Calls back once the client has read enough. */
  whenRead(dispatch: () => void): void {
    this.#waiting.push(AsyncResource.bind(dispatch));
  }

  /** Called when the buffer of a stream is full. */
  add(stream: ServerHttp2Stream): void {
    this.#streams.add(stream);
  }

  /** Called when the buffer of a stream was sent, or the stream closed. */
  delete(stream: ServerHttp2Stream): void {
    if (this.#streams.delete(stream)) nextTick(() => this.#dispatch());
  }

  /** Dispatches one request per turn, because listeners may throw. */
  #dispatch(): void {
    if (this.#waiting.length === 0 || this.isTooMuch()) return;
    nextTick(() => this.#dispatch());
    this.#waiting.shift()?.();
  }

  /** Whether the client must read before further requests are dispatched. */
  isTooMuch(): boolean {
    if (this.#streams.size < 2) return false;
    let bytes = 0;
    for (const { writableLength } of this.#streams) bytes += writableLength;
    return bytes > UNSENT_LIMIT;
  }
}
