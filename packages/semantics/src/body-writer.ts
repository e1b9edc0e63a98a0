/** @module Hot: writes the body of a response no faster than its client takes it. */

import type { ServerResponse } from 'node:http';
import { isGone, onExchangeEnd } from './exchange-end.ts';

/**
 * Writes chunks with backpressure, which is what `res.write` returns, because middleware may have replaced it.
 *
 * There is one listener for the whole body: compression passes `drain` listeners on to its own stream and never removes them.
 *
 * @example
 * import { BodyWriter } from '@nextpress/semantics/body-writer';
 *
 * async function send(res, chunks) {
 *   const writer = new BodyWriter(res);
 *   for await (const chunk of chunks) {
 *     if (!(await writer.ready())) return;
 *     writer.write(chunk);
 *   }
 *   if (writer.isOpen) res.end();
 * }
 */
export class BodyWriter {
  readonly #res: ServerResponse;
  #isFull = false;
  #isOver = false;
  #resume: (() => void) | undefined;

  constructor(res: ServerResponse) {
    this.#res = res;
    res.on('drain', this.#onDrain);
    onExchangeEnd(res, this.#onEnd);
  }

  readonly #onDrain = (): void => {
    this.#isFull = false;
    this.#resume?.();
  };

  readonly #onEnd = (): void => {
    this.#isOver = true;
    this.#res.off('drain', this.#onDrain);
    this.#resume?.();
  };

  /** Whether the client is there and other code has not ended the response: a write would emit an error. */
  get isOpen(): boolean {
    return !this.#isOver && !isGone(this.#res) && !this.#res.writableEnded;
  }

  /** Waits until the response takes more bytes. Resolves to {@link isOpen}. */
  async ready(): Promise<boolean> {
    if (this.#isFull && this.isOpen) {
      await new Promise<void>((resolve) => {
        this.#resume = resolve;
      });
    }
    return this.isOpen;
  }

  write(chunk: Uint8Array): void {
    this.#isFull = true;
    const returned: unknown = this.#res.write(chunk);
    // A replacement may return nothing.
    const hasRoom = returned === undefined ? !this.#res.writableNeedDrain : returned !== false;
    if (hasRoom) this.#isFull = false;
  }
}
