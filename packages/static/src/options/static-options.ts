/** @module Cold: the options of `serveStatic()` and their validation. */

import { checkOptionNames, functionOption, integerOption, invalidOption } from '@nextpress/semantics/options';
import type { PathSegments } from '../path-segments.ts';
import type { FileOptions, FileSettings, SetHeaders } from './file-options.ts';
import { compileFileSettings, fileNames, toggle } from './file-options.ts';

/** Limits of a snapshot. */
export interface SnapshotOptions {
  /**
   * The total size of the files in memory, in bytes, smallest files first. Others are read from disk on request.
   * @defaultValue 64 MiB
   */
  readonly maxBytes?: number;
  /**
   * The size of the largest file in memory, in bytes.
   * @defaultValue 256 KiB
   */
  readonly maxFileBytes?: number;
  /**
   * Maximum number of files and directories, including linked ones. A larger tree is an error at startup.
   * @defaultValue `200_000`
   */
  readonly maxEntries?: number;
}

export type SnapshotSettings = Required<SnapshotOptions>;

/** Options of `serveStatic`. */
export interface StaticOptions extends FileOptions {
  /**
   * Whether requests for missing files are passed to the next middleware. Otherwise they are errors with status 404,
   * and methods other than `GET` and `HEAD` get 405.
   * @defaultValue `true`
   */
  readonly fallthrough?: boolean;
  /**
   * Whether to redirect a directory's path to the path with a trailing slash.
   * @defaultValue `true`
   */
  readonly redirect?: boolean;
  /**
   * The file to send, with 200, if a browser navigates to a page that does not exist: `'index.html'` for applications
   * with client-side routing. Only for paths without an extension and clients that name `text/html` in `Accept`.
   * @defaultValue none
   */
  readonly fallback?: string;
  /**
   * Whether to list the entries of a directory without an index, as HTML or JSON.
   * @defaultValue `false`
   */
  readonly list?: boolean;
  /**
   * Called for each file before anything is sent. Headers that it sets are kept. Conditions use the `ETag` and
   * `Last-Modified` that it sets; a precompressed file gets an `ETag` derived from it. If the file is not sent after
   * all, headers that describe it are removed.
   * @defaultValue none
   */
  readonly setHeaders?: SetHeaders;
  /**
   * Whether to serve files as they were at startup: small files are kept in memory, and files changed or added later
   * are not served. Pass an object to set limits.
   * @defaultValue `false`
   */
  readonly snapshot?: boolean | SnapshotOptions;
}

/** The validated options, with defaults. */
export interface StaticSettings extends FileSettings {
  readonly fallthrough: boolean;
  readonly redirect: boolean;
  readonly fallback: PathSegments | undefined;
  readonly list: boolean;
  readonly snapshot: SnapshotSettings | undefined;
}

const OWNER = 'serveStatic';

const OPTION_NAMES: Readonly<Record<keyof StaticOptions, true>> = {
  index: true,
  dotfiles: true,
  extensions: true,
  fallthrough: true,
  redirect: true,
  acceptRanges: true,
  cacheControl: true,
  maxAge: true,
  immutable: true,
  etag: true,
  lastModified: true,
  precompressed: true,
  mimeTypes: true,
  download: true,
  syncReads: true,
  fallback: true,
  list: true,
  setHeaders: true,
  snapshot: true,
};

/** @throws {TypeError} if an option is invalid */
export function compileSettings(options: StaticOptions): StaticSettings {
  checkOptionNames(OWNER, options, Object.keys(OPTION_NAMES));
  return {
    ...compileFileSettings(OWNER, options, functionOption(OWNER, 'setHeaders', options.setHeaders)),
    fallthrough: toggle(OWNER, options, 'fallthrough', true),
    redirect: toggle(OWNER, options, 'redirect', true),
    fallback: fallback(options.fallback),
    list: list(options),
    snapshot: compileSnapshot(options.snapshot),
  };
}

function fallback(value: unknown): PathSegments | undefined {
  if (value === undefined) return undefined;
  if (typeof value === 'string')
    return { names: fileNames(OWNER, 'fallback', value.split('/')), directory: false };
  throw invalidOption(OWNER, 'fallback', 'the path of a file under the root', value);
}

function list(options: StaticOptions): boolean {
  const isListed = toggle(OWNER, options, 'list', false);
  if (!isListed || !options.snapshot) return isListed;
  throw new TypeError(
    'Invalid options of serveStatic(): "list" reads the disk, "snapshot" does not. Remove one of them.',
  );
}

const SNAPSHOT_DEFAULTS: SnapshotSettings = {
  maxBytes: 64 * 1024 * 1024,
  maxFileBytes: 256 * 1024,
  maxEntries: 200_000,
};

/**
 * @returns `undefined` if no snapshot is taken
 * @throws {TypeError} if an option is invalid
 */
function compileSnapshot(value: unknown = false): SnapshotSettings | undefined {
  if (value === false) return undefined;
  if (value === true) return SNAPSHOT_DEFAULTS;
  if (typeof value !== 'object' || value === null) {
    throw invalidOption(OWNER, 'snapshot', 'true, false or an object', value);
  }
  checkOptionNames(OWNER, value, Object.keys(SNAPSHOT_DEFAULTS));
  const given = value as SnapshotOptions;
  return {
    maxBytes: count(given, 'maxBytes'),
    maxFileBytes: count(given, 'maxFileBytes'),
    maxEntries: count(given, 'maxEntries'),
  };
}

function count(given: SnapshotOptions, name: keyof SnapshotOptions): number {
  const value: unknown = given[name] === undefined ? SNAPSHOT_DEFAULTS[name] : given[name];
  return integerOption(OWNER, `snapshot.${name}`, value, 0);
}
