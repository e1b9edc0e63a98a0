import type { ServerResponse } from 'node:http';

/** Compression middleware adds `flush`. */
type FlushableResponse = ServerResponse & { flush?: unknown };

/** Writes text to a response and counts the unsent bytes, even if middleware has replaced `res.write`. */
export class EventWriter {
  readonly #res: FlushableResponse;
  #written = 0;
  #flushed = 0;
  #needsDrain = false;

  /** @param onDrain - called when the client can take more */
  constructor(res: ServerResponse, onDrain: () => void) {
    this.#res = res;
    // Compression passes `on` to its own stream and has no counterpart for `off`, so this is the only listener.
    res.on('drain', () => {
      this.#needsDrain = false;
      this.#flushed = this.#written;
      onDrain();
    });
  }

  /** Whether a write returned `false` and the response has not emitted `drain` since. */
  get needsDrain(): boolean {
    return this.#needsDrain;
  }

  /** Bytes buffered in the response, or in middleware that writes to it. */
  get unsent(): number {
    return Math.max(this.#res.writableLength, this.#written - this.#flushed);
  }

  write(text: string): void {
    const res = this.#res;
    this.#written += Buffer.byteLength(text);
    const mark = this.#written;
    // The callback is the second argument because compression passes on no more than two.
    const hasRoom = res.write(text, () => this.#confirm(mark));
    // A replaced `write` that returns nothing will not emit `drain` either.
    if (hasRoom === false) this.#needsDrain = true;
    else this.#confirm(mark);
    // Flushes compression middleware that ignores `no-transform`.
    if (typeof res.flush === 'function') res.flush();
  }

  #confirm(mark: number): void {
    this.#flushed = Math.max(this.#flushed, mark);
  }
}
