/** @module Hot: applies the conditions and the range of a request to the response for a file (RFC 9110 §13.2.2, §14.2). */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { evaluatePreconditions, rangeApplies, type Validators } from '@nextpress/semantics/preconditions';
import { type ByteRange, combineRanges, parseRange } from '@nextpress/semantics/range';
import {
  type FileExchange,
  type FileResponse,
  type FileResponses,
  type Piece,
  partOf,
  withoutBody,
} from './file-response.ts';

type Ranges = ReturnType<typeof parseRange>;

const SECOND = 1_000;

export function conditionalResponse(exchange: FileExchange, responses: FileResponses): FileResponse {
  const { req, settings } = exchange;
  const { validators, whole, notModified } = responses;
  const condition = evaluatePreconditions(req.method ?? 'GET', req.headers, validators);
  if (condition === 'precondition-failed') return withoutBody(412);
  if (condition === 'not-modified') return notModified;
  return settings.acceptRanges ? rangeResponse(exchange, whole, validators) : whole;
}

/**
 * Overlapping and adjoining ranges become one. More than 16 ranges, or ranges that are together no smaller than the
 * file, get the whole file.
 */
function rangeResponse(
  { req, res }: FileExchange,
  whole: FileResponse,
  validators: Validators,
): FileResponse {
  const ranges = rangesOf(req, whole.length, validators);
  if (ranges === undefined) return whole;
  if (ranges === 'unsatisfiable') return withoutBody(416, {}, { 'Content-Range': `bytes */${whole.length}` });
  const [range, ...others] = ranges.length === 1 ? ranges : combineRanges(ranges);
  if (range === undefined) return whole;
  return others.length === 0 ? partOf(whole, range) : partsOf(whole, [range, ...others], res);
}

function partsOf(whole: FileResponse, ranges: readonly ByteRange[], res: ServerResponse): FileResponse {
  // A multipart part cannot specify its content encoding.
  if (whole.forced['Content-Encoding'] !== undefined || res.hasHeader('Content-Encoding')) return whole;
  const type = res.getHeader('Content-Type') ?? whole.headers['Content-Type'];
  // Random, so that no file can contain the boundary and forge a part.
  const boundary = crypto.randomUUID();
  const typeLine = type === undefined ? '' : `Content-Type: ${type}\r\n`;
  const multipart: Piece[] = [];
  for (const { start, end } of ranges) {
    const delimiter = `${multipart.length === 0 ? '' : '\r\n'}--${boundary}`;
    const head = `${delimiter}\r\n${typeLine}Content-Range: bytes ${start}-${end}/${whole.length}\r\n\r\n`;
    multipart.push(Buffer.from(head, 'latin1'), { start, length: end - start + 1 });
  }
  multipart.push(Buffer.from(`\r\n--${boundary}--\r\n`, 'latin1'));
  const length = multipart.reduce((sum, piece) => sum + piece.length, 0);
  if (length >= whole.length) return whole;
  const forced = { 'Content-Type': `multipart/byteranges; boundary=${boundary}` };
  return { status: 206, headers: whole.headers, forced, start: 0, length, multipart };
}

function rangesOf({ method, headers }: IncomingMessage, size: number, validators: Validators): Ranges {
  const { range, 'if-range': ifRange } = headers;
  // Range is defined for GET only.
  if (range === undefined || method !== 'GET') return undefined;
  const condition = typeof ifRange === 'string' ? ifRange : undefined;
  return rangeApplies(condition, strongValidators(validators)) ? parseRange(range, size) : undefined;
}

/** A date is strong once its second has passed (RFC 9110 §8.8.2.2); until then the file may change again. */
function strongValidators(validators: Validators): Validators {
  const { entityTag, lastModified } = validators;
  return lastModified !== undefined && Date.now() - lastModified >= SECOND ? validators : { entityTag };
}
