/**
 * @module Tells headers that are too long from headers that are malformed, which busboy does not. Chunks are kept by reference, and
 * only searched after the form has failed.
 */

/** The most bytes of headers of a part, which is fixed in busboy. It counts two more for each line. */
export const MAX_HEADER_SIZE: number = 16 * 1024;

/** Room for the boundary, which Node's limit for the headers of a request bounds. */
const KEPT = 2 * MAX_HEADER_SIZE;

/** Chunks may have a byte each, and each takes memory. Headers in more chunks than these count as malformed. */
const MAX_CHUNKS = 64;

const LINE_END = Buffer.from('\r\n');
const HEADERS_END = Buffer.from('\r\n\r\n');

/** The newest chunk of a form, and enough chunks before it for the longest headers. */
export class RecentBytes {
  readonly #chunks: Buffer[] = [];
  #length = 0;

  add(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#length += chunk.length;
    const oldest = this.#chunks[0]?.length ?? 0;
    const isEnough = this.#length - oldest - chunk.length > KEPT;
    if (!isEnough && this.#chunks.length <= MAX_CHUNKS) return;
    this.#chunks.shift();
    this.#length -= oldest;
  }

  /** Whether they have headers of a part that busboy takes for {@link MAX_HEADER_SIZE} bytes or more. */
  hasLongHeaders(boundary: string): boolean {
    const bytes = Buffer.concat([LINE_END, ...this.#chunks]);
    const delimiter = Buffer.from(`\r\n--${boundary}\r\n`);
    for (let at = bytes.indexOf(delimiter); at !== -1; at = bytes.indexOf(delimiter, at + 1)) {
      const start = at + delimiter.length;
      const end = bytes.indexOf(HEADERS_END, start);
      const headers = bytes.subarray(start, end === -1 ? bytes.length : end);
      if (headers.length + 2 * countLineEnds(headers) >= MAX_HEADER_SIZE) return true;
    }
    return false;
  }
}

function countLineEnds(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(LINE_END); at !== -1; at = bytes.indexOf(LINE_END, at + 2)) count++;
  return count;
}
