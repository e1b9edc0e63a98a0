/** @module Writes chunks to a Node response, with backpressure. */

import type { ServerResponse } from 'node:http';
import { onExchangeEnd } from '@nextpress/semantics/exchange-end';

export class StreamWriter {
  readonly #outgoing: ServerResponse;
  #isOver = false;
  #resume: () => void = () => {};

  /** @param leave - called when the client has left, at once if it has already */
  constructor(outgoing: ServerResponse, leave: () => void) {
    this.#outgoing = outgoing;
    onExchangeEnd(outgoing, () => {
      this.#isOver = true;
      this.#resume();
      if (!outgoing.writableFinished) leave();
    });
    // One listener for all chunks: compression and other middleware replace `on`, but not `off`.
    if (!this.#isOver) outgoing.on('drain', () => this.#resume());
  }

  /** Whether the client is there, and no other code has ended the response: a write would then emit an error. */
  get isOpen(): boolean {
    return !this.#isOver && !this.#outgoing.destroyed && !this.#outgoing.writableEnded;
  }

  /** Resolves when the client can take more, or has left. */
  async write(chunk: Uint8Array): Promise<void> {
    // A middleware that replaces `write` tells by its result alone that the client is slow.
    if (this.#outgoing.write(chunk) || !this.isOpen) return;
    await new Promise<void>((resolve) => {
      this.#resume = resolve;
    });
  }
}
