/** @module Hot: the responses with a whole file and to a client that has it, and their headers. Sends nothing. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { basename, extname } from 'node:path';
import { formatContentDisposition } from '@nextpress/semantics/content-disposition';
import { mediaTypeOf, withDefaultCharset } from '@nextpress/semantics/content-type';
import { fileEntityTag } from '@nextpress/semantics/entity-tag';
import { formatHttpDate, parseHttpDate } from '@nextpress/semantics/http-date';
import type { Validators } from '@nextpress/semantics/preconditions';
import type { ByteRange } from '@nextpress/semantics/range';
import { BoundedMap } from '../bounded-map.ts';
import type { OpenFile } from '../disk/open-file.ts';
import type { FileSettings } from '../options/file-options.ts';

/** A request, and the file that responds to it. */
export interface FileExchange {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly file: OpenFile;
  readonly settings: FileSettings;
  readonly cache?: ResponseCache;
  /** A header of the request that has decided which file it is. */
  readonly vary?: string;
}

/** Bytes of the file, or those between its parts. */
export type Piece = Buffer | { readonly start: number; readonly length: number };

type HeaderValues = Readonly<Record<string, string>>;

/** A response that was decided and not sent. */
export interface FileResponse {
  readonly status: 200 | 206 | 304 | 412 | 416;
  /** Headers to set unless the application has set them. */
  readonly headers: HeaderValues;
  /** Headers to set in any case. */
  readonly forced: HeaderValues;
  /** The first byte of the file to send. */
  readonly start: number;
  /** The length of the body. */
  readonly length: number;
  /** Several parts, to send instead of the bytes from `start`. */
  readonly multipart: readonly Piece[] | undefined;
}

/** The responses for a file to a request without conditions and ranges, and to one from a client that has it. */
export interface FileResponses {
  /** Those that the client gets. */
  readonly validators: Validators;
  readonly whole: FileResponse;
  readonly notModified: FileResponse;
}

export function withoutBody(
  status: FileResponse['status'],
  headers: HeaderValues = {},
  forced: HeaderValues = {},
): FileResponse {
  return { status, headers, forced, start: 0, length: 0, multipart: undefined };
}

/** The response with one range of a whole file. */
export function partOf(whole: FileResponse, { start, end }: ByteRange): FileResponse {
  const forced = { ...whole.forced, 'Content-Range': `bytes ${start}-${end}/${whole.length}` };
  return { ...whole, status: 206, forced, start: whole.start + start, length: end - start + 1 };
}

const MAX_FILES = 4_096;

interface CachedResponses {
  readonly size: number;
  readonly mtimeMs: number;
  readonly entityTag: string | undefined;
  readonly encoding: OpenFile['encoding'];
  readonly responses: FileResponses;
}

/**
 * The responses for whole files. Each request asks the disk whether the file is still in the same state.
 *
 * For one `serveStatic`, because the responses depend on its options.
 */
export class ResponseCache {
  readonly #entries = new BoundedMap<string, CachedResponses>(MAX_FILES);

  /** The responses for a file of that path, size, time, tag and encoding. */
  get({ diskPath, stats, entityTag, encoding }: OpenFile): FileResponses | undefined {
    const entry = this.#entries.get(diskPath);
    return entry !== undefined &&
      entry.size === stats.size &&
      entry.mtimeMs === stats.mtimeMs &&
      entry.entityTag === entityTag &&
      entry.encoding === encoding
      ? entry.responses
      : undefined;
  }

  set({ diskPath, stats: { size, mtimeMs }, entityTag, encoding }: OpenFile, responses: FileResponses): void {
    this.#entries.set(diskPath, { size, mtimeMs, entityTag, encoding, responses });
  }
}

const WHOLE_FILE = { start: 0, end: Number.POSITIVE_INFINITY };

/** Validators that the application has set replace those of the file. */
export function responsesFor({ res, file, settings, cache }: FileExchange): FileResponses {
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
export function validatorsOf(file: OpenFile, settings: FileSettings): Validators {
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
  validators: Validators,
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

/**
 * @param mimeTypes - overrides of the user
 * @param likeSend - the version of Express whose spelling of the charset is sent
 */
export function contentTypeOf(
  path: string,
  { mimeTypes, likeSend }: Pick<FileSettings, 'mimeTypes' | 'likeSend'>,
): string {
  const extension = extname(path).slice(1);
  const own = mimeTypes.size === 0 ? undefined : mimeTypes.get(extension.toLowerCase());
  if (own !== undefined) return own;
  const type = withDefaultCharset(mediaTypeOf(extension) ?? 'application/octet-stream');
  return likeSend === 4 ? type.replace('utf-8', 'UTF-8') : type;
}
