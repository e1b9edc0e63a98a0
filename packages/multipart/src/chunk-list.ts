/** @module Hot: a list of chunks. */

/** Short chunks are concatenated in batches of this size: each costs 150 bytes of memory, but may hold a single byte. */
const SHORT_CHUNKS = 512;
const SHORT_LENGTH = 1_024;

/** A list of chunks that stays short even if a client sends single bytes. */
export class ChunkList {
  /** Total bytes of the chunks. */
  size = 0;
  #chunks: Buffer[] = [];
  /** Number of chunks that have been considered for concatenation, and their total bytes. */
  #done = 0;
  #doneSize = 0;

  /** Number of chunks. */
  get length(): number {
    return this.#chunks.length;
  }

  push(chunk: Buffer): void {
    this.size += chunk.length;
    if (this.#chunks.push(chunk) - this.#done === SHORT_CHUNKS) this.#concatShort();
  }

  /** Removes and returns the chunks. */
  take(): Buffer[] {
    const chunks = this.#chunks;
    this.#chunks = [];
    this.size = 0;
    this.#done = 0;
    this.#doneSize = 0;
    return chunks;
  }

  #concatShort(): void {
    const size = this.size - this.#doneSize;
    if (size < SHORT_CHUNKS * SHORT_LENGTH) {
      this.#chunks.push(Buffer.concat(this.#chunks.splice(this.#done), size));
    }
    this.#done = this.#chunks.length;
    this.#doneSize = this.size;
  }
}
