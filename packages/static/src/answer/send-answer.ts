/** @module Hot: what to respond with for a file, as npm's send does. Sends nothing. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FileSettings } from '../options/file-options.ts';
import type { FileAnswer, FileAnswers } from './file-answer.ts';
import { partOf } from './range-answer.ts';
import { failsPrecondition, isFresh, permitsRange } from './send-conditions.ts';
import { sendRanges } from './send-ranges.ts';

const BYTES = /^ *bytes=/;

/** Applies the conditions and the range of a request. Several ranges get the whole file. */
export function sendAnswer(
  { headers }: IncomingMessage,
  { statusCode }: ServerResponse,
  { validators, whole, notModified }: FileAnswers,
  { acceptRanges }: FileSettings,
): FileAnswer {
  if (failsPrecondition(headers, validators)) return { ...whole, status: 412, length: 0 };
  const isCacheable = (statusCode >= 200 && statusCode < 300) || statusCode === 304;
  if (isCacheable && isFresh(headers, validators)) return notModified;
  const { range } = headers;
  if (!acceptRanges || range === undefined || !BYTES.test(range)) return whole;
  const ranges = sendRanges(range, whole.length);
  if (ranges === undefined || !permitsRange(headers['if-range'], validators)) return whole;
  if (ranges === 'unsatisfiable') {
    const facts = { ...whole.facts, 'Content-Range': `bytes */${whole.length}` };
    return { ...whole, status: 416, facts, length: 0 };
  }
  const [only, ...others] = ranges;
  return only === undefined || others.length > 0 ? whole : partOf(whole, only);
}
