/** @module Hot: applies `Range` and `If-Range` to the response for a file (RFC 9110 §14.2). */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { rangeApplies, type Validators } from '@nextpress/semantics/preconditions';
import { type ByteRange, combineRanges, parseRange } from '@nextpress/semantics/range';
import {
  type FileExchange,
  type FileResponse,
  type FileValidators,
  type Multipart,
  type Part,
  partOf,
  withoutBody,
} from './response.ts';

type Ranges = ReturnType<typeof parseRange>;

const SECOND = 1_000;

/**
 * Overlapping and adjoining ranges become one. More than 16 ranges, and ranges that together take no fewer bytes than the file, get
 * the whole file.
 */
export function rangeResponse(
  { req, res }: FileExchange,
  whole: FileResponse,
  validators: FileValidators,
): FileResponse {
  const ranges = rangesOf(req, whole.length, validators);
  if (ranges === undefined) return whole;
  if (ranges === 'unsatisfiable') return withoutBody(416, {}, { 'Content-Range': `bytes */${whole.length}` });
  const [range, ...others] = ranges.length === 1 ? ranges : combineRanges(ranges);
  if (range === undefined) return whole;
  return others.length === 0 ? partOf(whole, range) : partsOf(whole, [range, ...others], res);
}

function partsOf(whole: FileResponse, ranges: readonly ByteRange[], res: ServerResponse): FileResponse {
  // A part has no header for its content encoding.
  if (whole.forced['Content-Encoding'] !== undefined || res.hasHeader('Content-Encoding')) return whole;
  const type = res.getHeader('Content-Type') ?? whole.headers['Content-Type'];
  const multipart = multipartOf(ranges, type === undefined ? undefined : String(type), whole.length);
  if (multipart.length >= whole.length) return whole;
  const forced = { 'Content-Type': multipart.type };
  return { status: 206, headers: whole.headers, forced, start: 0, length: multipart.length, multipart };
}

function rangesOf({ method, headers }: IncomingMessage, size: number, validators: FileValidators): Ranges {
  const { range, 'if-range': ifRange } = headers;
  // Range is defined for GET only.
  if (range === undefined || method !== 'GET') return undefined;
  const condition = typeof ifRange === 'string' ? ifRange : undefined;
  return rangeApplies(condition, strongValidators(validators)) ? parseRange(range, size) : undefined;
}

/** A date is strong once its second is over (RFC 9110 §8.8.2.2); until then the file may change again. */
function strongValidators(validators: FileValidators): Validators {
  const { entityTag, lastModified } = validators;
  return lastModified !== undefined && Date.now() - lastModified >= SECOND ? validators : { entityTag };
}

/**
 * @param type - the media type of the file, if it is known
 * @param size - the size of the file
 */
function multipartOf(ranges: readonly ByteRange[], type: string | undefined, size: number): Multipart {
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
