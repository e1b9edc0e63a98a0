/** @module Hot: decides the response for an open file: status, headers and bytes. Sends nothing. */

import { basename } from 'node:path';
import { formatContentDisposition } from '@nextpress/semantics/content-disposition';
import { fileEntityTag } from '@nextpress/semantics/entity-tag';
import { formatHttpDate, parseHttpDate } from '@nextpress/semantics/http-date';
import { evaluatePreconditions } from '@nextpress/semantics/preconditions';
import type { OpenFile } from '../disk/open-file.ts';
import type { FileSettings } from '../options/file-options.ts';
import { contentTypeOf } from './content-type.ts';
import { addVary } from './headers.ts';
import { rangeResponse } from './range-response.ts';
import {
  type FileExchange,
  type FileResponse,
  type FileResponses,
  type FileValidators,
  withoutBody,
} from './response.ts';
import type { ResponseCache } from './response-cache.ts';
import { sendResponse } from './send-response.ts';

const WHOLE_FILE = { start: 0, end: Number.POSITIVE_INFINITY };

export function decideResponse(exchange: FileExchange, cache?: ResponseCache): FileResponse {
  const { req, res, settings } = exchange;
  const responses = responsesFor(exchange, cache);
  if (settings.precompressed.length > 0) addVary(res, 'Accept-Encoding');
  if (settings.likeSend) return sendResponse(req, res, responses, settings);
  // Conditions and ranges are for what would be a 200 (RFC 9110 §13.2.1, §14.2), not for an error page.
  return res.statusCode === 200 ? conditionalResponse(exchange, responses) : responses.whole;
}

/** Validators that user code has set replace those of the file. */
function responsesFor({ res, file, settings }: FileExchange, cache?: ResponseCache): FileResponses {
  const tag = res.getHeader('ETag');
  const date = res.getHeader('Last-Modified');
  if (typeof tag !== 'string' && typeof date !== 'string') {
    const cached = cache?.get(file);
    if (cached !== undefined) return cached;
    const responses = fileResponses(file, validatorsOf(file, settings), settings);
    cache?.set(file, responses);
    return responses;
  }
  const own = validatorsOf(file, settings);
  const lastModified = typeof date === 'string' ? parseHttpDate(date) : own.lastModified;
  if (typeof tag !== 'string') return fileResponses(file, { ...own, lastModified }, settings);
  const entityTag = tagOfVariant(tag, file.encoding);
  if (entityTag !== tag) res.setHeader('ETag', entityTag);
  return fileResponses(file, { entityTag, lastModified }, settings);
}

/** The validators that the settings ask for. */
export function validatorsOf(file: OpenFile, settings: FileSettings): FileValidators {
  // Rounded like `stats.mtime`, so that caches filled by serve-static stay valid.
  const time = Math.round(file.stats.mtimeMs);
  return {
    entityTag: settings.etag ? entityTagOf(file, time) : undefined,
    lastModified: settings.lastModified ? lastModifiedOf(file, time, settings) : undefined,
  };
}

function entityTagOf(file: OpenFile, mtimeMs: number): string {
  return file.entityTag ?? tagOfVariant(fileEntityTag({ size: file.stats.size, mtimeMs }), file.encoding);
}

/** Variants of one size and time need different tags (RFC 9110 §8.8.3.3). An invalid tag stays as it is. */
function tagOfVariant(entityTag: string, encoding: OpenFile['encoding']): string {
  return encoding === undefined || !entityTag.endsWith('"')
    ? entityTag
    : `${entityTag.slice(0, -1)}-${encoding}"`;
}

/** A time in the future is replaced (RFC 9110 §8.8.2.1), by that of the inode so that the date is stable. */
function lastModifiedOf({ stats }: OpenFile, time: number, { likeSend }: FileSettings): number | undefined {
  if (likeSend) return time;
  // HTTP dates start in 1970.
  if (time < 0) return undefined;
  const now = Date.now();
  return time <= now ? time : Math.min(Math.round(stats.ctimeMs), now);
}

function fileResponses(
  { path, stats, encoding }: OpenFile,
  validators: FileValidators,
  settings: FileSettings,
): FileResponses {
  const headers: Record<string, string> = {};
  if (settings.acceptRanges) headers['Accept-Ranges'] = 'bytes';
  if (settings.cacheControl !== undefined) headers['Cache-Control'] = settings.cacheControl;
  if (validators.lastModified !== undefined)
    headers['Last-Modified'] = settings.likeSend
      ? new Date(validators.lastModified).toUTCString()
      : formatHttpDate(validators.lastModified);
  if (validators.entityTag !== undefined) headers.ETag = validators.entityTag;
  const unchanged = { ...headers };
  headers['Content-Type'] = contentTypeOf(path, settings);
  // send sets the type before it decides, and removes it.
  const notModified = withoutBody(304, settings.likeSend ? { ...headers } : unchanged);
  if (settings.download) headers['Content-Disposition'] = formatContentDisposition(basename(path));
  const forced = encoding === undefined ? {} : { 'Content-Encoding': encoding };
  const { start, end } = settings.slice ?? WHOLE_FILE;
  const length = Math.min(Math.max(0, stats.size - start), end - start + 1);
  const whole = { status: 200, headers, forced, start, length, multipart: undefined } as const;
  return { validators, whole, notModified };
}

/** Applies the conditions and the range of a request (RFC 9110 §13.2.2, §14.2). */
function conditionalResponse(exchange: FileExchange, responses: FileResponses): FileResponse {
  const { req, settings } = exchange;
  const { validators, whole, notModified } = responses;
  const condition = evaluatePreconditions(req.method ?? 'GET', req.headers, validators);
  if (condition === 'precondition-failed') return withoutBody(412);
  if (condition === 'not-modified') return notModified;
  return settings.acceptRanges ? rangeResponse(exchange, whole, validators) : whole;
}
