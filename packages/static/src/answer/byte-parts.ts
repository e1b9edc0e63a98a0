/** @module Several parts of a file in one answer: `multipart/byteranges` (RFC 9110 §14.6). Sends nothing. */

import type { ByteRange } from '@nextpress/semantics/range';

/** A part of a file and the lines in front of it. */
export interface BytePart {
  readonly head: string;
  /** First byte of the file. */
  readonly start: number;
  /** Bytes of the file. */
  readonly length: number;
}

/** Parts as they follow each other in an answer. */
export interface ByteParts {
  /** The value of the answer's `Content-Type`. */
  readonly type: string;
  readonly parts: readonly BytePart[];
  /** The line behind the last part. */
  readonly tail: string;
  /** Bytes of the answer: of all parts, the lines in front of them and the one behind. */
  readonly length: number;
}

/**
 * Puts the parts of a file in a row.
 *
 * @param type - the file's media type, repeated in front of each part; `undefined` when it isn't known
 * @param size - bytes of the whole file
 */
export function byteParts(ranges: readonly ByteRange[], type: string | undefined, size: number): ByteParts {
  // Not to be guessed: a file that held the boundary could pass its content for another part's.
  const boundary = crypto.randomUUID();
  const typeLine = type === undefined ? '' : `Content-Type: ${type}\r\n`;
  const tail = `\r\n--${boundary}--\r\n`;
  const parts: BytePart[] = [];
  let length = tail.length;
  for (const { start, end } of ranges) {
    const delimiter = parts.length === 0 ? `--${boundary}` : `\r\n--${boundary}`;
    const head = `${delimiter}\r\n${typeLine}Content-Range: bytes ${start}-${end}/${size}\r\n\r\n`;
    const part = { head, start, length: end - start + 1 };
    parts.push(part);
    length += head.length + part.length;
  }
  return { type: `multipart/byteranges; boundary=${boundary}`, parts, tail, length };
}
