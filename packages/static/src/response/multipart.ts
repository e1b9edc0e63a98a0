/** @module The parts of a `multipart/byteranges` body (RFC 9110 §14.6). Sends nothing. */

import type { ByteRange } from '@nextpress/semantics/range';

/** A range of the file, after the lines that introduce it. */
export interface Part {
  readonly head: string;
  readonly start: number;
  readonly length: number;
}

export interface Multipart {
  /** The `Content-Type` of the response. */
  readonly type: string;
  readonly parts: readonly Part[];
  /** The line after the last part. */
  readonly tail: string;
  /** The length of the body. */
  readonly length: number;
}

/**
 * @param type - the media type of the file, if it is known
 * @param size - the size of the file
 */
export function multipartOf(ranges: readonly ByteRange[], type: string | undefined, size: number): Multipart {
  // Random: a file that contains the boundary could pass its content off as another part.
  const boundary = crypto.randomUUID();
  const typeLine = type === undefined ? '' : `Content-Type: ${type}\r\n`;
  const tail = `\r\n--${boundary}--\r\n`;
  const parts: Part[] = [];
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
