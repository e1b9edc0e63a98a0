/** @module Hot: the bytes of one file. */

import { Readable } from 'node:stream';
import { ChunkList } from './chunk-list.ts';
import { HEAD_LENGTH } from './media-type-of-content.ts';

/** How many bytes may wait for a slow reader: a few chunks of a socket. */
const HIGH_WATER_MARK: number = 256 * 1024;

/** The bytes of a file, in chunks as they arrive. Only one reader gets them: {@link take} or the {@link stream}. */
export class FileContent {
  /** Bytes that have arrived. */
  size = 0;
  /** The first bytes, for signatures. */
  head: Buffer = Buffer.alloc(0);
  /** The bytes that wait for the reader. */
  readonly #waiting: ChunkList = new ChunkList();
  #outcome: 'open' | 'ended' | 'discarded' | Error = 'open';
  #stream: Readable | undefined;
  /** Resumes the code that waits for bytes or the end. */
  #wake: (() => void) | undefined;
  readonly #unread: Set<FileContent>;
  readonly #flow: () => void;

  /**
   * @param unread - contains this file until its end has been read
   * @param flow - called when there is room for more bytes
   */
  constructor(unread: Set<FileContent>, flow: () => void) {
    this.#unread = unread.add(this);
    this.#flow = flow;
  }

  /** Whether no more bytes may wait for the reader. */
  get isFull(): boolean {
    return this.#waiting.size >= HIGH_WATER_MARK;
  }

  /** The bytes as a stream, which discards the rest of the file when it is destroyed. Created on first access. */
  get stream(): Readable {
    this.#stream ??= this.#createStream();
    return this.#stream;
  }

  /** Resolves when the head is complete, or when no more bytes will come. */
  async headArrived(): Promise<void> {
    while (this.#outcome === 'open' && this.head.length < HEAD_LENGTH) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  /**
   * Waits for bytes, and takes all that have arrived; none at the end.
   *
   * @throws the error of the form
   */
  async take(): Promise<Buffer[]> {
    await new Promise<void>((resolve) => this.#onNews(resolve));
    if (this.#outcome instanceof Error) throw this.#outcome;
    return this.#drain();
  }

  /** Discards the file if nobody has begun to read it. */
  skip(): void {
    if (this.#stream === undefined) this.#discard();
    else if (this.#stream.readableFlowing === null && !this.#stream.readableDidRead) this.#stream.resume();
  }

  /** Adds the next bytes. */
  receive(chunk: Buffer): void {
    this.size += chunk.length;
    if (this.#outcome !== 'open') return;
    if (this.head.length < HEAD_LENGTH) {
      this.head = Buffer.concat([this.head, chunk.subarray(0, HEAD_LENGTH - this.head.length)]);
    }
    this.#waiting.push(chunk);
    this.#notify();
  }

  /** Marks the end of the file. */
  end(): void {
    if (this.#outcome === 'open') this.#outcome = 'ended';
    this.#notify();
  }

  /** Ends the file with the error of the form. */
  fail(error: Error): void {
    this.#outcome = error;
    this.#stream?.destroy(error);
    this.#notify();
  }

  #createStream(): Readable {
    const stream: Readable = new Readable({
      read: () => this.#onNews(() => this.#pushTo(stream)),
      destroy: (error, callback) => {
        this.#discard();
        callback(error);
      },
    });
    // The form can fail while nobody reads the file. A later reader still gets the error.
    return stream.on('error', () => {});
  }

  #pushTo(stream: Readable): void {
    if (this.#outcome instanceof Error) {
      stream.destroy(this.#outcome);
      return;
    }
    const chunks = this.#drain();
    for (const chunk of chunks) stream.push(chunk);
    if (chunks.length === 0) stream.push(null);
  }

  #onNews(callback: () => void): void {
    if (this.#waiting.length > 0 || this.#outcome !== 'open') callback();
    else this.#wake = callback;
  }

  #notify(): void {
    const wake = this.#wake;
    this.#wake = undefined;
    wake?.();
  }

  #drain(): Buffer[] {
    const { isFull } = this;
    const chunks = this.#waiting.take();
    if (this.#outcome !== 'open') this.#unread.delete(this);
    if (isFull) this.#flow();
    return chunks;
  }

  #discard(): void {
    if (this.#outcome === 'open') this.#outcome = 'discarded';
    this.#drain();
  }
}
