/** @module Cold: the root and the options of `serveStatic()`, checked. */

import type { Stats } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { parseDuration } from './duration.ts';
import { quote } from './option-value.ts';
import type { Dotfiles } from './path-segments.ts';

/** Sets fields of its own on an answer, before the others are filled in; `path` is the file's absolute path. */
export type SetHeaders = (res: ServerResponse, path: string, stats: Stats) => void;

/** What {@link serveStatic} takes. Every option that is left out has its default. */
export interface StaticOptions {
  /**
   * Files to look for, in this order, when a directory is asked for; `false` for none.
   * @defaultValue `'index.html'`
   */
  readonly index?: string | readonly string[] | false;
  /**
   * What to do about a path with a segment that begins with a dot. `'ignore'`: it isn't there. `'deny'`: 403.
   * `'allow'`: it is like any other.
   * @defaultValue `'ignore'`
   */
  readonly dotfiles?: Dotfiles;
  /**
   * Extensions to try, in this order and without a dot, for a file that isn't found: with `['html']`, `/about` gets `about.html`.
   * @defaultValue `[]`
   */
  readonly extensions?: readonly string[];
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
   * Called for each file that is served, before anything is sent. A field that it sets is not set again.
   * @defaultValue none
   */
  readonly setHeaders?: SetHeaders;
}

/** The options, complete. */
export interface StaticSettings {
  readonly index: readonly string[];
  readonly dotfiles: Dotfiles;
  /** With their dot. */
  readonly extensions: readonly string[];
  readonly fallthrough: boolean;
  readonly redirect: boolean;
  readonly cacheControl: string | undefined;
  readonly etag: boolean;
  readonly lastModified: boolean;
  readonly setHeaders: SetHeaders | undefined;
}

const DEFAULTS = {
  index: 'index.html',
  dotfiles: 'ignore',
  extensions: [],
  fallthrough: true,
  redirect: true,
  cacheControl: true,
  maxAge: 0,
  immutable: false,
  etag: true,
  lastModified: true,
  setHeaders: undefined,
};

const LONGEST_MAX_AGE = 31_557_600;

/**
 * Checks the options and fills in the defaults.
 *
 * @throws {TypeError} naming the option, what it is and what to write
 */
export function compileSettings(options: StaticOptions): StaticSettings {
  if (typeof options !== 'object' || options === null) {
    throw new TypeError(
      `serveStatic takes an object of options, got ${options === null ? 'null' : typeof options}`,
    );
  }
  const stranger = Object.keys(options).filter((name) => !Object.hasOwn(DEFAULTS, name))[0];
  if (stranger !== undefined) {
    throw new TypeError(
      `serveStatic: unknown option "${stranger}"; the options are ${Object.keys(DEFAULTS).join(', ')}`,
    );
  }
  const { index = DEFAULTS.index, extensions = DEFAULTS.extensions } = options;
  // Checked in any case, sent only if wanted.
  const freshness = cacheControl(options);
  return {
    index: index === false ? [] : fileNames('index', index),
    dotfiles: dotfiles(options.dotfiles),
    extensions: fileNames('extensions', extensions).map(withDot),
    fallthrough: toggle(options, 'fallthrough'),
    redirect: toggle(options, 'redirect'),
    cacheControl: toggle(options, 'cacheControl') ? freshness : undefined,
    etag: toggle(options, 'etag'),
    lastModified: toggle(options, 'lastModified'),
    setHeaders: hook(options.setHeaders),
  };
}

type Toggle = 'fallthrough' | 'redirect' | 'cacheControl' | 'immutable' | 'etag' | 'lastModified';

function toggle(options: StaticOptions, name: Toggle): boolean {
  const { [name]: value = DEFAULTS[name] }: StaticOptions = options;
  if (typeof value !== 'boolean') {
    throw new TypeError(`serveStatic: option "${name}" is ${quote(value)}; write true or false`);
  }
  return value;
}

function dotfiles(value: unknown = DEFAULTS.dotfiles): Dotfiles {
  if (value === 'ignore' || value === 'deny' || value === 'allow') return value;
  throw new TypeError(`serveStatic: option "dotfiles" is ${quote(value)}; write 'ignore', 'deny' or 'allow'`);
}

/** Nothing, dots alone, or something with a separator or NUL. */
const NO_NAME = /^\.*$|[/\\\0]/;

function fileNames(option: string, value: unknown): readonly string[] {
  const names: readonly unknown[] = Array.isArray(value) ? value : [value];
  return names.map((name) => {
    if (typeof name === 'string' && !NO_NAME.test(name)) return name;
    throw new TypeError(
      `serveStatic: option "${option}" has ${quote(name)}; write names, without a separator and not of dots alone`,
    );
  });
}

function withDot(extension: string): string {
  return extension.startsWith('.') ? extension : `.${extension}`;
}

function cacheControl(options: StaticOptions): string {
  const { maxAge = DEFAULTS.maxAge } = options;
  const duration = parseDuration(maxAge);
  if (duration === undefined) {
    throw new TypeError(
      `serveStatic: option "maxAge" is ${quote(maxAge)}; ` +
        "write milliseconds, or a string such as '30s', '10m', '2h', '7d' or '1y'",
    );
  }
  const seconds = Math.min(Math.floor(duration / 1_000), LONGEST_MAX_AGE);
  return `public, max-age=${seconds}${toggle(options, 'immutable') ? ', immutable' : ''}`;
}

function hook(value: unknown): SetHeaders | undefined {
  if (value === undefined || typeof value === 'function') return value as SetHeaders | undefined;
  throw new TypeError(`serveStatic: option "setHeaders" is of type ${typeof value}; write a function`);
}
