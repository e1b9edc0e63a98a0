/** @module Hot: what to answer for a file: the status, the fields and the bytes. Pure. */

import type { Stats } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { fileEntityTag } from '@nextpress/semantics/entity-tag';
import { formatHttpDate } from '@nextpress/semantics/http-date';
import type { Validators } from '@nextpress/semantics/preconditions';
import { evaluatePreconditions, rangeApplies } from '@nextpress/semantics/preconditions';
import { parseRange } from '@nextpress/semantics/range';
import { contentTypeOf } from './content-type.ts';
import type { StaticSettings } from './static-options.ts';

/** An answer, decided but not sent. */
export interface FileAnswer {
  readonly status: 200 | 206 | 304 | 412 | 416;
  readonly fields: Readonly<Record<string, string | number>>;
  /** First byte to send. */
  readonly start: number;
  /** Bytes to send. */
  readonly length: number;
}

/** A file's validators as they will be sent. */
export interface FileValidators extends Validators {
  readonly entityTag: string | undefined;
  readonly lastModified: number | undefined;
}

/** The first and the last millisecond that an HTTP date can name; disks know others. */
const [FIRST_DATE, LAST_DATE] = [0, Date.UTC(9999, 11, 31, 23, 59, 59)];

/** The validators that the settings want for a file. */
export function validatorsOf(stats: Stats, settings: StaticSettings): FileValidators {
  // Rounded, as `stats.mtime` is: caches that were filled through serve-static stay valid.
  const time = Math.round(stats.mtimeMs);
  return {
    entityTag: settings.etag ? fileEntityTag({ size: stats.size, mtimeMs: time }) : undefined,
    lastModified: settings.lastModified && time >= FIRST_DATE && time <= LAST_DATE ? time : undefined,
  };
}

/**
 * Applies the conditions and the range of a request (RFC 9110 §13.2.2, §14.2) to a file.
 *
 * Several ranges are answered with the whole file, which is always allowed.
 */
export function answerFor(
  req: IncomingMessage,
  path: string,
  size: number,
  validators: FileValidators,
  settings: StaticSettings,
): FileAnswer {
  const { method = 'GET', headers } = req;
  const fields: Record<string, string | number> = { 'Accept-Ranges': 'bytes' };
  if (settings.cacheControl !== undefined) fields['Cache-Control'] = settings.cacheControl;
  if (validators.lastModified !== undefined)
    fields['Last-Modified'] = formatHttpDate(validators.lastModified);
  if (validators.entityTag !== undefined) fields.ETag = validators.entityTag;

  const condition = evaluatePreconditions(method, headers, validators);
  if (condition === 'not-modified') return { status: 304, fields, start: 0, length: 0 };
  if (condition === 'precondition-failed') return { status: 412, fields: {}, start: 0, length: 0 };

  // Range is defined for GET alone.
  const isAsked = method === 'GET' && headers.range !== undefined;
  const ifRange = headers['if-range'];
  const applies = isAsked && rangeApplies(typeof ifRange === 'string' ? ifRange : undefined, validators);
  const ranges = applies ? parseRange(headers.range ?? '', size) : undefined;
  if (ranges === 'unsatisfiable') {
    return { status: 416, fields: { 'Content-Range': `bytes */${size}` }, start: 0, length: 0 };
  }

  fields['Content-Type'] = contentTypeOf(path);
  const [range] = ranges ?? [];
  if (range === undefined || ranges?.length !== 1) return { status: 200, fields, start: 0, length: size };
  fields['Content-Range'] = `bytes ${range.start}-${range.end}/${size}`;
  return { status: 206, fields, start: range.start, length: range.end - range.start + 1 };
}
