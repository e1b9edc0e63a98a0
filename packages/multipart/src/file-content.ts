/** @module Hot: the bytes of one file. */

import { Readable } from 'node:stream';
import { HEAD_LENGTH } from './media-type-of-content.ts';

/** How many bytes may wait for a slow reader: a few chunks of a socket. */
export const HIGH_WATER_MARK: number = 256 * 1024;

/**
 * The stream that an application reads instead of busboy's, on which a destroyed stream stops the form. This one counts its bytes, and
 * when it is destroyed, the rest of the file is discarded.
 */
export class FileContent extends Readable {
  /** Bytes that have arrived. */
  size = 0;
  /** The first bytes, for signatures. */
  head: Buffer = Buffer.alloc(0);
  /** Resolves when the head is complete, or when no more bytes will come. */
  readonly headArrived: Promise<void>;
  #announceHead!: () => void;
  readonly #source: Readable;
  readonly #limit: number;
  readonly #exceed: () => void;

  /**
   * @param limit - the most bytes
   * @param exceed - called when there are more
   */
  constructor(source: Readable, limit: number, exceed: () => void) {
    super({ highWaterMark: HIGH_WATER_MARK });
    this.#source = source;
    this.#limit = limit;
    this.#exceed = exceed;
    this.headArrived = new Promise((resolve) => {
      this.#announceHead = resolve;
    });
    // A form can fail while nobody reads the file. Its reader gets the error nevertheless.
    this.on('error', () => {});
    source.on('data', this.#receive).on('end', this.#end);
  }

  /** Discards the file if nobody has begun to read it. */
  skip(): void {
    if (this.readableFlowing === null && !this.readableDidRead) this.resume();
  }

  override _read(): void {
    if (this.#source.isPaused()) this.#source.resume();
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    this.#announceHead();
    this.#source.off('data', this.#receive).resume();
    callback(error);
  }

  readonly #receive = (chunk: Buffer): void => {
    this.size += chunk.length;
    if (this.size > this.#limit) {
      this.#exceed();
      return;
    }
    if (this.head.length < HEAD_LENGTH) this.#addToHead(chunk);
    if (!this.push(chunk)) this.#source.pause();
  };

  readonly #end = (): void => {
    this.#announceHead();
    this.push(null);
  };

  #addToHead(chunk: Buffer): void {
    this.head = Buffer.concat([this.head, chunk.subarray(0, HEAD_LENGTH - this.head.length)]);
    if (this.head.length === HEAD_LENGTH) this.#announceHead();
  }
}
