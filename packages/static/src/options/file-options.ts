/** @module Cold: the options about one file, which `serveStatic()` and `sendFile()` have in common, checked. */

import type { Stats } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { booleanOption, invalidOption } from '@nextpress/semantics/options';
import type { Dotfiles } from '../path/path-segments.ts';
import type { ContentEncoding } from '../response/content-encoding.ts';
import type { MimeTypes } from '../response/content-type.ts';
import { parseDuration } from './duration.ts';
import { compileMimeTypes } from './mime-types.ts';

/** Sets fields of its own on an answer, before the others are filled in; `path` is the file's absolute path. */
export type SetHeaders = (res: ServerResponse, path: string, stats: Stats) => void;

/** How a file is sent. Every option that is left out has its default. */
export interface FileOptions {
  /**
   * What to do about a path with a segment that begins with a dot. `'ignore'`: it isn't there. `'deny'`: 403.
   * `'allow'`: it is like any other.
   * @defaultValue `'ignore'`
   */
  readonly dotfiles?: Dotfiles;
  /**
   * Extensions to try, in this order and without a dot, for a path that has none and is not found: with `['html']`, `/about` gets
   * `about.html`; `false` for none.
   * @defaultValue `[]`
   */
  readonly extensions?: readonly string[] | false;
  /**
   * Files to look for, in this order, when a directory is asked for; `false` for none.
   * @defaultValue `'index.html'`
   */
  readonly index?: string | readonly string[] | false;
  /**
   * Whether to send `Accept-Ranges`, and a part where one is asked for.
   * @defaultValue `true`
   */
  readonly acceptRanges?: boolean;
  /**
   * Whether to send `Cache-Control`, from `maxAge` and `immutable`.
   * @defaultValue `true`
   */
  readonly cacheControl?: boolean;
  /**
   * How long a file may be used without asking again, in **milliseconds** or as `'30s'`, `'10m'`, `'2h'`, `'7d'`, `'1y'`.
   * @defaultValue `0`
   */
  readonly maxAge?: number | string;
  /**
   * Whether to promise that a file doesn't change while it is fresh.
   * @defaultValue `false`
   */
  readonly immutable?: boolean;
  /**
   * Whether to send a weak `ETag`, made of size and time of the last change.
   * @defaultValue `true`
   */
  readonly etag?: boolean;
  /**
   * Whether to send `Last-Modified`.
   * @defaultValue `true`
   */
  readonly lastModified?: boolean;
  /**
   * Content codings that files may lie beside their originals in, the one you like best first: `app.js.br`, `app.js.zst`,
   * `app.js.gz`. A client that takes one of them gets it in place of the original. They are made when the site is built.
   * @defaultValue `[]`
   */
  readonly precompressed?: readonly ContentEncoding[];
  /**
   * Media types by file extension, in place of those that are usual: `{ mdx: 'text/markdown' }`. A type that is in UTF-8 by default
   * gets `charset=utf-8` unless it names another.
   * @defaultValue `{}`: mime-db's
   */
  readonly mimeTypes?: Readonly<Record<string, string>>;
  /**
   * Whether to ask browsers to save a file under its name, by `Content-Disposition`, rather than to show it.
   * @defaultValue `false`
   */
  readonly download?: boolean;
  /**
   * Whether to read small files that were requested in the last seconds synchronously, which is faster than the thread pool. Only on
   * Linux, and only from local disks, where the kernel has such files in memory. Turn it off if the machine is short of memory.
   * @defaultValue `true`
   */
  readonly syncReads?: boolean;
}

/** A part of each file, to be sent as if it were the whole. */
export interface FileSlice {
  readonly start: number;
  /** The last byte; `Infinity` for that of the file. */
  readonly end: number;
}

/** The options, complete. */
export interface FileSettings {
  /** Conditions, ranges and errors as npm's send has them. */
  readonly likeSend: boolean;
  readonly slice: FileSlice | undefined;
  readonly dotfiles: Dotfiles;
  readonly index: readonly string[];
  /** With their dot. */
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

/** A year of 365 days, in seconds. */
const LONGEST_MAX_AGE = 31_536_000;

/**
 * Checks the options and fills in the defaults.
 *
 * @param owner - the function that messages name
 * @throws {TypeError} for an invalid option
 */
export function compileFileSettings(
  owner: string,
  options: FileOptions,
  setHeaders: SetHeaders | undefined,
): FileSettings {
  const { index = 'index.html', extensions = [] } = options;
  // Checked in any case, sent only if wanted.
  const freshness = cacheControl(owner, options);
  return {
    likeSend: false,
    slice: undefined,
    index: index === false ? [] : fileNames(owner, 'index', index),
    dotfiles: dotfiles(owner, options.dotfiles),
    extensions: extensions === false ? [] : fileNames(owner, 'extensions', extensions).map(withDot),
    acceptRanges: toggle(owner, options, 'acceptRanges', true),
    cacheControl: toggle(owner, options, 'cacheControl', true) ? freshness : undefined,
    etag: toggle(owner, options, 'etag', true),
    lastModified: toggle(owner, options, 'lastModified', true),
    precompressed: encodings(owner, options.precompressed),
    mimeTypes: compileMimeTypes(owner, options.mimeTypes),
    download: toggle(owner, options, 'download', false),
    syncReads: toggle(owner, options, 'syncReads', true),
    setHeaders,
  };
}

/** The value of an option that is on or off. */
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

/** Nothing, dots alone, or something with a separator or NUL. */
const NO_NAME = /^\.*$|[/\\\0]/;

export function fileNames(owner: string, option: string, value: unknown): readonly string[] {
  const names: readonly unknown[] = Array.isArray(value) ? value : [value];
  return names.map((name) => {
    if (typeof name === 'string' && !NO_NAME.test(name)) return name;
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
  return freshnessOf(duration, toggle(owner, options, 'immutable', false));
}

/** The value of `Cache-Control` for a time in milliseconds. */
export function freshnessOf(maxAge: number, isImmutable: boolean): string {
  const seconds = Math.min(Math.max(0, Math.floor(maxAge / 1_000)), LONGEST_MAX_AGE);
  return `public, max-age=${seconds}${isImmutable ? ', immutable' : ''}`;
}
