/** @module Cold: the options of `serveStatic()`, checked. */

import { checkOptionNames, functionOption, invalidOption } from '@nextpress/semantics/options';
import type { PathSegments } from '../path/path-segments.ts';
import type { FileOptions, FileSettings, SetHeaders } from './file-options.ts';
import { compileFileSettings, fileNames, toggle } from './file-options.ts';
import { compileSnapshot, type SnapshotOptions, type SnapshotSettings } from './snapshot-options.ts';

/** What {@link serveStatic} takes. Every option that is left out has its default. */
export interface StaticOptions extends FileOptions {
  /**
   * Whether a request that finds no file goes on to the next layer. Otherwise it ends in a 404, and another method than `GET`
   * and `HEAD` in a 405.
   * @defaultValue `true`
   */
  readonly fallthrough?: boolean;
  /**
   * Whether a directory asked for without a slash at the end is answered by a redirect to the path with it.
   * @defaultValue `true`
   */
  readonly redirect?: boolean;
  /**
   * The file that answers, with 200, when a browser asks for a page that isn't there: a path under the root, `'index.html'` of an
   * application that routes in the browser. Only for paths without an extension, and for clients that name `text/html` in
   * `Accept`.
   * @defaultValue none
   */
  readonly fallback?: string;
  /**
   * Whether a directory without an index is answered with the names in it, in HTML or JSON.
   * @defaultValue `false`
   */
  readonly list?: boolean;
  /**
   * Called for each file that is served, before anything is sent. A field that it sets is not set again. Conditions are about the
   * `ETag` and `Last-Modified` that it sets; a precompressed form gets a tag of its own from that. What it sets for the content is
   * taken back when none is sent, and from an error its `Cache-Control` as well.
   * @defaultValue none
   */
  readonly setHeaders?: SetHeaders;
  /**
   * Whether to serve the files as they are when the server is set up: the tree is read then, small files are kept in memory, and
   * what is changed or added later isn't there. An object says how much is kept.
   * @defaultValue `false`
   */
  readonly snapshot?: boolean | SnapshotOptions;
}

/** The options, complete. */
export interface StaticSettings extends FileSettings {
  readonly fallthrough: boolean;
  readonly redirect: boolean;
  readonly fallback: PathSegments | undefined;
  readonly list: boolean;
  readonly snapshot: SnapshotSettings | undefined;
}

const OWNER = 'serveStatic';

const KNOWN: Readonly<Record<keyof StaticOptions, true>> = {
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

/**
 * Checks the options and fills in the defaults.
 *
 * @throws {TypeError} for an invalid option
 */
export function compileSettings(options: StaticOptions): StaticSettings {
  checkOptionNames(OWNER, options, Object.keys(KNOWN));
  return {
    ...compileFileSettings(OWNER, options, functionOption(OWNER, 'setHeaders', options.setHeaders)),
    fallthrough: toggle(OWNER, options, 'fallthrough', true),
    redirect: toggle(OWNER, options, 'redirect', true),
    fallback: fallback(options.fallback),
    list: list(options),
    snapshot: compileSnapshot(OWNER, options.snapshot),
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
