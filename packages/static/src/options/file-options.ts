/** @module Cold: the options shared by `serveStatic()` and `sendFile()`, and their validation. */

import type { Stats } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { withDefaultCharset } from '@nextpress/semantics/content-type';
import { parseMediaType } from '@nextpress/semantics/media-type';
import { booleanOption, invalidOption } from '@nextpress/semantics/options';
import type { DotfileRule, Dotfiles } from '../path-segments.ts';
import { parseDuration } from './duration.ts';

/** A content encoding that a variant of a file may have. */
export type ContentEncoding = 'br' | 'zstd' | 'gzip';

/** Sets response headers before the file's own are added; `path` is the absolute path of the file. */
export type SetHeaders = (res: ServerResponse, path: string, stats: Stats) => void;

/** Options of every function that sends files. */
export interface FileOptions {
  /**
   * How to treat a path with a segment that starts with a dot. `'ignore'`: respond as if it did not exist. `'deny'`:
   * respond with 403. `'allow'`: as any other path.
   * @defaultValue `'ignore'`
   */
  readonly dotfiles?: Dotfiles;
  /**
   * Extensions to try in this order for a path without an extension that is not found: with `['html']`, `/about` gets `about.html`.
   * `false` for none.
   * @defaultValue `[]`
   */
  readonly extensions?: readonly string[] | false;
  /**
   * Files to look for, in this order, if the path names a directory. `false` for none.
   * @defaultValue `'index.html'`
   */
  readonly index?: string | readonly string[] | false;
  /**
   * Whether to send `Accept-Ranges` and respond to `Range`.
   * @defaultValue `true`
   */
  readonly acceptRanges?: boolean;
  /**
   * Whether to send `Cache-Control`, from `maxAge` and `immutable`.
   * @defaultValue `true`
   */
  readonly cacheControl?: boolean;
  /**
   * How long caches may use a file, in **milliseconds** or as `'30s'`, `'10m'`, `'2h'`, `'7d'`, `'1y'`.
   * @defaultValue `0`
   */
  readonly maxAge?: number | string;
  /**
   * Whether to add `immutable` to `Cache-Control`: the file does not change within `maxAge`.
   * @defaultValue `false`
   */
  readonly immutable?: boolean;
  /**
   * Whether to send a weak `ETag` derived from size and modification time.
   * @defaultValue `true`
   */
  readonly etag?: boolean;
  /**
   * Whether to send `Last-Modified`.
   * @defaultValue `true`
   */
  readonly lastModified?: boolean;
  /**
   * Content encodings of precompressed files next to their originals, in order of preference: `app.js.br`, `app.js.zst`, `app.js.gz`.
   * A client that accepts one gets it instead of the original. Create them when you build the site.
   * @defaultValue `[]`
   */
  readonly precompressed?: readonly ContentEncoding[];
  /**
   * Media types by file extension, in addition to those of mime-db: `{ mdx: 'text/markdown' }`. Text types get `charset=utf-8` unless
   * they name a charset.
   * @defaultValue `{}`
   */
  readonly mimeTypes?: Readonly<Record<string, string>>;
  /**
   * Whether to send `Content-Disposition: attachment`, so that browsers save the file.
   * @defaultValue `false`
   */
  readonly download?: boolean;
  /**
   * Whether to read small, recently requested files synchronously, which is faster than the thread pool. Only on Linux
   * and from local disks, where the kernel has such files in memory. Turn it off if the machine is short of memory.
   * @defaultValue `true`
   */
  readonly syncReads?: boolean;
}

/** A part of each file to send as if it were the whole file. */
export interface FileSlice {
  readonly start: number;
  /** The last byte; `Infinity` for the last byte of the file. */
  readonly end: number;
}

/** `Content-Type` by extension, in lower case and without a dot. */
export type MimeTypes = ReadonlyMap<string, string>;

/** The validated options, with defaults. */
export interface FileSettings {
  /** The Express version whose `send` determines conditions, ranges, charsets and errors; `false` for none. */
  readonly likeSend: 4 | 5 | false;
  readonly slice: FileSlice | undefined;
  readonly dotfiles: DotfileRule;
  readonly index: readonly string[];
  /** With a dot. */
  readonly extensions: readonly string[];
  readonly acceptRanges: boolean;
  readonly cacheControl: string | undefined;
  readonly etag: boolean;
  readonly lastModified: boolean;
  readonly precompressed: readonly ContentEncoding[];
  readonly mimeTypes: MimeTypes;
  readonly download: boolean;
  readonly syncReads: boolean;
  readonly setHeaders: SetHeaders | undefined;
}

/** A year, in seconds. */
const MAX_MAX_AGE = 31_536_000;

/**
 * @param owner - the function named in error messages
 * @throws {TypeError} if an option is invalid
 */
export function compileFileSettings(
  owner: string,
  options: FileOptions,
  setHeaders: SetHeaders | undefined,
): FileSettings {
  const { index = 'index.html', extensions = [] } = options;
  // Validated even if it is not sent.
  const header = cacheControl(owner, options);
  return {
    likeSend: false,
    slice: undefined,
    index: index === false ? [] : fileNames(owner, 'index', index),
    dotfiles: dotfiles(owner, options.dotfiles),
    extensions: extensions === false ? [] : fileNames(owner, 'extensions', extensions).map(withDot),
    acceptRanges: toggle(owner, options, 'acceptRanges', true),
    cacheControl: toggle(owner, options, 'cacheControl', true) ? header : undefined,
    etag: toggle(owner, options, 'etag', true),
    lastModified: toggle(owner, options, 'lastModified', true),
    precompressed: encodings(owner, options.precompressed),
    mimeTypes: compileMimeTypes(owner, options.mimeTypes),
    download: toggle(owner, options, 'download', false),
    syncReads: toggle(owner, options, 'syncReads', true),
    setHeaders,
  };
}

export function toggle<Name extends string>(
  owner: string,
  options: { readonly [name in Name]?: boolean },
  name: Name,
  whenMissing: boolean,
): boolean {
  return booleanOption(owner, name, options[name] === undefined ? whenMissing : options[name]);
}

function dotfiles(owner: string, value: unknown = 'ignore'): Dotfiles {
  if (value === 'ignore' || value === 'deny' || value === 'allow') return value;
  throw invalidOption(owner, 'dotfiles', '"ignore", "deny" or "allow"', value);
}

function encodings(owner: string, value: unknown = []): readonly ContentEncoding[] {
  if (Array.isArray(value) && value.every(isEncoding) && new Set(value).size === value.length) return value;
  throw invalidOption(owner, 'precompressed', 'a list of "br", "zstd" and "gzip", each at most once', value);
}

function isEncoding(value: unknown): value is ContentEncoding {
  return value === 'br' || value === 'zstd' || value === 'gzip';
}

/** Empty, only dots, or with a separator or NUL. */
const INVALID_NAME = /^\.*$|[/\\\0]/;

export function fileNames(owner: string, option: string, value: unknown): readonly string[] {
  const names: readonly unknown[] = Array.isArray(value) ? value : [value];
  return names.map((name) => {
    if (typeof name === 'string' && !INVALID_NAME.test(name)) return name;
    throw invalidOption(owner, option, 'file names without separators', name);
  });
}

function withDot(extension: string): string {
  return extension.startsWith('.') ? extension : `.${extension}`;
}

function cacheControl(owner: string, options: FileOptions): string {
  const { maxAge = 0 } = options;
  const duration = parseDuration(maxAge);
  if (duration === undefined) {
    throw invalidOption(owner, 'maxAge', 'milliseconds, or a duration such as "10m", "7d" or "1y"', maxAge);
  }
  return cacheControlOf(duration, toggle(owner, options, 'immutable', false));
}

/** @param maxAge - in milliseconds */
export function cacheControlOf(maxAge: number, isImmutable: boolean): string {
  const seconds = Math.min(Math.max(0, Math.floor(maxAge / 1_000)), MAX_MAX_AGE);
  return `public, max-age=${seconds}${isImmutable ? ', immutable' : ''}`;
}

const EXTENSION = /^\.?[^\s./\\]+$/;

/** @throws {TypeError} if an extension or media type is invalid */
export function compileMimeTypes(owner: string, value: unknown = {}): MimeTypes {
  if (typeof value !== 'object' || value === null || Symbol.iterator in value) {
    throw invalidOption(owner, 'mimeTypes', "an object such as { mdx: 'text/markdown' }", value);
  }
  return new Map(Object.entries(value).map(([extension, type]) => compileMimeType(owner, extension, type)));
}

function compileMimeType(owner: string, extension: string, type: unknown): [string, string] {
  if (!EXTENSION.test(extension)) {
    throw invalidOption(owner, 'mimeTypes', 'file extensions such as "mdx"', extension);
  }
  if (typeof type !== 'string' || parseMediaType(type) === undefined) {
    throw invalidOption(owner, `mimeTypes.${extension}`, 'a media type such as "text/plain"', type);
  }
  return [extension.replace('.', '').toLowerCase(), withDefaultCharset(type)];
}
