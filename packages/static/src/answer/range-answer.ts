/** @module Hot: which bytes of a file to answer with (RFC 9110 §14.2). Sends nothing. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Validators } from '@nextpress/semantics/preconditions';
import { rangeApplies } from '@nextpress/semantics/preconditions';
import type { ByteRange } from '@nextpress/semantics/range';
import { combineRanges, parseRange } from '@nextpress/semantics/range';
import { byteParts } from './byte-parts.ts';
import type { FileAnswer, FileValidators } from './file-answer.ts';

const SECOND = 1_000;

/**
 * Applies `Range` and `If-Range` to a whole file that would be sent with 200. Ranges that overlap or adjoin become one. Over 16 of
 * them, and those that would take no fewer bytes than the whole file, get the whole file.
 */
export function rangeAnswer(
  req: IncomingMessage,
  res: ServerResponse,
  whole: FileAnswer,
  validators: FileValidators,
): FileAnswer {
  const size = whole.length;
  const ranges = rangesOf(req, size, validators);
  if (ranges === undefined) return whole;
  if (ranges === 'unsatisfiable') {
    const facts = { 'Content-Range': `bytes */${size}` };
    return { status: 416, fields: {}, facts, start: 0, length: 0, parts: undefined };
  }
  const [range, ...others] = ranges.length === 1 ? ranges : combineRanges(ranges);
  if (range === undefined) return whole;
  return others.length === 0 ? partOf(whole, range) : partsOf(whole, [range, ...others], res);
}

/** One part of a whole file. */
export function partOf(whole: FileAnswer, { start, end }: ByteRange): FileAnswer {
  const facts = { ...whole.facts, 'Content-Range': `bytes ${start}-${end}/${whole.length}` };
  const length = end - start + 1;
  return { status: 206, fields: whole.fields, facts, start: whole.start + start, length, parts: undefined };
}

function partsOf(whole: FileAnswer, ranges: readonly ByteRange[], res: ServerResponse): FileAnswer {
  // A coding would have to be told of the parts, where no field can, or of the message, which it isn't of.
  if (whole.facts['Content-Encoding'] !== undefined || res.hasHeader('Content-Encoding')) return whole;
  const type = res.getHeader('Content-Type') ?? whole.fields['Content-Type'];
  const parts = byteParts(ranges, type === undefined ? undefined : String(type), whole.length);
  if (parts.length >= whole.length) return whole;
  const facts = { 'Content-Type': parts.type };
  return { status: 206, fields: whole.fields, facts, start: 0, length: parts.length, parts };
}

function rangesOf(
  req: IncomingMessage,
  size: number,
  validators: FileValidators,
): ReturnType<typeof parseRange> {
  const { range, 'if-range': ifRange } = req.headers;
  // Range is defined for GET alone.
  if (range === undefined || req.method !== 'GET') return undefined;
  const applies = rangeApplies(typeof ifRange === 'string' ? ifRange : undefined, strongOnes(validators));
  return applies ? parseRange(range, size) : undefined;
}

/** A date stands for one state of a file when its second is over (RFC 9110 §8.8.2.2); until then the file may change again. */
function strongOnes(validators: FileValidators): Validators {
  const { entityTag, lastModified } = validators;
  return lastModified !== undefined && Date.now() - lastModified >= SECOND ? validators : { entityTag };
}
