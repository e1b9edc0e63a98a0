/** @module Hot: the bytes of one file. */

import { Readable } from 'node:stream';
import { HEAD_LENGTH } from './media-type-of-content.ts';

/** How many bytes may wait for a slow reader: a few chunks of a socket. */
const HIGH_WATER_MARK: number = 256 * 1024;

/** The stream of a file, which counts its bytes. When it is destroyed, the rest of the file is discarded. */
export class FileContent extends Readable {
  /** Bytes that have arrived. */
  size = 0;
  /** The first bytes, for signatures. */
  head: Buffer = Buffer.alloc(0);
  /** Whether as many bytes wait for the reader as may. */
  isFull = false;
  /** Resolves when the head is complete, or when no more bytes will come. */
  readonly headArrived: Promise<void>;
  #announceHead!: () => void;
  readonly #flow: () => void;

  /** @param flow - called when there is room for more bytes */
  constructor(flow: () => void) {
    super({ highWaterMark: HIGH_WATER_MARK });
    this.#flow = flow;
    this.headArrived = new Promise((resolve) => {
      this.#announceHead = resolve;
    });
    // A form can fail while nobody reads the file. Its reader gets the error nevertheless.
    this.on('error', () => {});
  }

  /** Discards the file if nobody has begun to read it. */
  skip(): void {
    if (this.readableFlowing === null && !this.readableDidRead) this.resume();
  }

  /** Takes the next bytes. */
  receive(chunk: Buffer): void {
    if (this.destroyed) return;
    this.size += chunk.length;
    if (this.head.length < HEAD_LENGTH) this.#addToHead(chunk);
    this.isFull = !this.push(chunk);
  }

  /** Takes the end. */
  end(): void {
    this.isFull = false;
    this.#announceHead();
    if (!this.destroyed) this.push(null);
  }

  override _read(): void {
    this.#makeRoom();
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    this.#announceHead();
    this.#makeRoom();
    callback(error);
  }

  #makeRoom(): void {
    if (!this.isFull) return;
    this.isFull = false;
    this.#flow();
  }

  #addToHead(chunk: Buffer): void {
    this.head = Buffer.concat([this.head, chunk.subarray(0, HEAD_LENGTH - this.head.length)]);
    if (this.head.length === HEAD_LENGTH) this.#announceHead();
  }
}
