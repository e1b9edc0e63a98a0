/** @module Hot: builds the 200 with the whole file and the 304 for a client that already has it, without sending them. */

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

/** A request and its file. */
export interface FileExchange {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly file: OpenFile;
  readonly settings: FileSettings;
  readonly cache?: ResponseCache;
  /** The request header that determined which file to send. */
  readonly vary?: string;
}

/** Bytes, or a section of the file. */
export type Piece = Buffer | { readonly start: number; readonly length: number };

type HeaderValues = Readonly<Record<string, string>>;

/** A response that is not sent yet. */
export interface FileResponse {
  readonly status: 200 | 206 | 304 | 412 | 416;
  /** Headers to set unless the application already did. */
  readonly headers: HeaderValues;
  /** Headers to set unconditionally. */
  readonly forced: HeaderValues;
  /** The first byte of the file to send. */
  readonly start: number;
  /** The length of the body. */
  readonly length: number;
  /** Multipart content to send instead of the bytes from `start`. */
  readonly multipart: readonly Piece[] | undefined;
}

/** The responses that depend on nothing but the file: the 200 with all of it, and the 304. */
export interface FileResponses {
  /** The validators sent to the client. */
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
 * The responses for whole files. Each request checks on disk whether the file has changed.
 *
 * One per `serveStatic()`, because the responses depend on its options.
 */
export class ResponseCache {
  readonly #entries = new BoundedMap<string, CachedResponses>(MAX_FILES);

  /** The responses for a file with this path, size, time, tag and encoding. */
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

/** Validators set by the application override the file's. */
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

/** The validators enabled by the settings. */
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

/** Variants with the same size and time need different tags (RFC 9110 §8.8.3.3). An invalid tag stays unchanged. */
function tagOfVariant(entityTag: string, encoding: OpenFile['encoding']): string {
  return encoding === undefined || !entityTag.endsWith('"')
    ? entityTag
    : `${entityTag.slice(0, -1)}-${encoding}"`;
}

/** A time in the future is replaced (RFC 9110 §8.8.2.1) with the inode's, so that the date is stable. */
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
  // Like send, which sets the type first and removes it again from a 304.
  const notModified = withoutBody(304, settings.likeSend ? { ...headers } : unchanged);
  if (settings.download) headers['Content-Disposition'] = formatContentDisposition(basename(path));
  const forced = encoding === undefined ? {} : { 'Content-Encoding': encoding };
  const { start, end } = settings.slice ?? WHOLE_FILE;
  const length = Math.min(Math.max(0, stats.size - start), end - start + 1);
  const whole = { status: 200, headers, forced, start, length, multipart: undefined } as const;
  return { validators, whole, notModified };
}

/**
 * @param mimeTypes - overrides by the application
 * @param likeSend - the Express version whose charset spelling is used
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
