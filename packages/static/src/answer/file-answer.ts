/** @module Hot: what to answer for a file: the status, the fields and the bytes. Sends nothing. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { basename } from 'node:path';
import { formatContentDisposition } from '@nextpress/semantics/content-disposition';
import { fileEntityTag } from '@nextpress/semantics/entity-tag';
import { formatHttpDate } from '@nextpress/semantics/http-date';
import type { Validators } from '@nextpress/semantics/preconditions';
import { evaluatePreconditions } from '@nextpress/semantics/preconditions';
import type { OpenFile } from '../disk/open-file.ts';
import type { FileSettings } from '../options/file-options.ts';
import type { ByteParts } from './byte-parts.ts';
import { contentTypeOf } from './content-type.ts';
import { rangeAnswer } from './range-answer.ts';

/** An answer, decided but not sent. */
export interface FileAnswer {
  readonly status: 200 | 206 | 304 | 412 | 416;
  /** Each of them only if the response has no such field yet. */
  readonly fields: Readonly<Record<string, string | number>>;
  /** What the bytes are, whatever the response says of them. */
  readonly facts: Readonly<Record<string, string>>;
  /** First byte to send. */
  readonly start: number;
  /** Bytes to send. */
  readonly length: number;
  /** What to send in place of the bytes from `start`. */
  readonly parts: ByteParts | undefined;
}

/** A file's validators as they will be sent. */
export interface FileValidators extends Validators {
  readonly entityTag: string | undefined;
  readonly lastModified: number | undefined;
}

/** The first millisecond that an HTTP date can name; disks know earlier ones. */
const FIRST_DATE = 0;

const NONE: Readonly<Record<string, never>> = {};

const ALL = { start: 0, end: Number.POSITIVE_INFINITY };

/** The validators that the settings want for a file. */
export function validatorsOf(file: OpenFile, settings: FileSettings): FileValidators {
  // Rounded, as `stats.mtime` is: caches that were filled through serve-static stay valid.
  const time = Math.round(file.stats.mtimeMs);
  if (settings.likeSend) {
    return {
      entityTag: settings.etag ? entityTagOf(file, time) : undefined,
      lastModified: settings.lastModified ? time : undefined,
    };
  }
  return {
    entityTag: settings.etag ? entityTagOf(file, time) : undefined,
    lastModified: settings.lastModified && time >= FIRST_DATE ? notLater(time, file) : undefined,
  };
}

/**
 * What is modified later than now, is modified now at the latest (RFC 9110 §8.8.2.1): when its inode was changed, a time that
 * nobody sets, so that the date is the same tomorrow.
 */
function notLater(time: number, { stats }: OpenFile): number {
  const now = Date.now();
  return time <= now ? time : Math.min(Math.round(stats.ctimeMs), now);
}

function entityTagOf(file: OpenFile, mtimeMs: number): string {
  if (file.entityTag !== undefined) return file.entityTag;
  return tagOfForm(fileEntityTag({ size: file.stats.size, mtimeMs }), file.encoding);
}

/** Forms of one size and time are two representations all the same (RFC 9110 §8.8.3.3). What is no entity tag stays as it is. */
export function tagOfForm(entityTag: string, encoding: OpenFile['encoding']): string {
  return encoding === undefined || !entityTag.endsWith('"')
    ? entityTag
    : `${entityTag.slice(0, -1)}-${encoding}"`;
}

/** What there is to say of a whole file. */
export interface FileAnswers {
  readonly encoding: OpenFile['encoding'];
  readonly validators: FileValidators;
  /** All of it with all its fields, which is what a request gets that asks for nothing else. */
  readonly whole: FileAnswer;
  /** For whoever has it. */
  readonly notModified: FileAnswer;
}

/** What to say of a whole file. */
export function fileAnswers(
  { path, stats, encoding }: OpenFile,
  validators: FileValidators,
  settings: FileSettings,
): FileAnswers {
  const fields: Record<string, string | number> = {};
  if (settings.acceptRanges) fields['Accept-Ranges'] = 'bytes';
  if (settings.cacheControl !== undefined) fields['Cache-Control'] = settings.cacheControl;
  if (validators.lastModified !== undefined)
    fields['Last-Modified'] = settings.likeSend
      ? new Date(validators.lastModified).toUTCString()
      : formatHttpDate(validators.lastModified);
  if (validators.entityTag !== undefined) fields.ETag = validators.entityTag;
  const notModified = {
    status: 304,
    fields: { ...fields },
    facts: NONE,
    start: 0,
    length: 0,
    parts: undefined,
  } as const;
  fields['Content-Type'] = contentTypeOf(path, settings.mimeTypes);
  if (settings.download) fields['Content-Disposition'] = formatContentDisposition(basename(path));
  const facts = encoding === undefined ? NONE : { 'Content-Encoding': encoding };
  const { start, end } = settings.slice ?? ALL;
  const length = Math.min(Math.max(0, stats.size - start), end - start + 1);
  const whole = { status: 200, fields, facts, start, length, parts: undefined } as const;
  return { encoding, validators, whole, notModified };
}

/**
 * Applies the conditions and the range of a request (RFC 9110 §13.2.2, §14.2) to a file that would be sent whole with 200.
 */
export function conditionalAnswer(
  req: IncomingMessage,
  res: ServerResponse,
  { validators, whole, notModified }: FileAnswers,
  settings: FileSettings,
): FileAnswer {
  const condition = evaluatePreconditions(req.method ?? 'GET', req.headers, validators);
  if (condition === 'precondition-failed')
    return { status: 412, fields: NONE, facts: NONE, start: 0, length: 0, parts: undefined };
  if (condition === 'not-modified') return notModified;
  return settings.acceptRanges ? rangeAnswer(req, res, whole, validators) : whole;
}
