/** @module Cold: coerces options like npm's send and its dependencies. */

import { resolve } from 'node:path';
import { signedDuration } from './duration.ts';
import {
  cacheControlOf,
  compileFileSettings,
  type FileOptions,
  type FileSettings,
  type FileSlice,
} from './file-options.ts';
import { type SendFileSettings, setEach } from './send-file-options.ts';

/** Options of any type: Express validates few of them. */
export type GivenOptions = Readonly<Record<string, unknown>>;

/**
 * Settings for the options of send, and for those that only this package has.
 *
 * @throws {TypeError} for values that send rejects
 */
export function compileExpressSettings(
  given: GivenOptions,
  setHeaders: FileSettings['setHeaders'],
  version: 4 | 5,
): FileSettings {
  return {
    ...ownSettings(given as FileOptions),
    setHeaders,
    likeSend: version,
    slice: slice(given),
    dotfiles: dotfiles(given.dotfiles, 'ignore'),
    extensions: nameList(given.extensions, [], 'extensions option').map((extension) => `.${extension}`),
    index: nameList(given.index, ['index.html'], 'index option'),
    acceptRanges: flag(given.acceptRanges, true),
    cacheControl: flag(given.cacheControl, true)
      ? cacheControlOf(maxAge(given.maxAge || given.maxage), flag(given.immutable, false))
      : undefined,
    etag: flag(given.etag, true),
    lastModified: flag(given.lastModified, true),
  };
}

const DEFAULTS: FileSettings = compileFileSettings('sendFile', {}, undefined);

/** Settings for the options that send lacks. Fast if none is given, because `res.sendFile` compiles its options on each call. */
function ownSettings({ precompressed, mimeTypes, download, syncReads }: FileOptions): FileSettings {
  const own = { precompressed, mimeTypes, download, syncReads };
  if (Object.values(own).every((value) => value === undefined)) return DEFAULTS;
  return compileFileSettings('sendFile', own as FileOptions, undefined);
}

/** Settings for the options of `res.sendFile`; in version 4, with the options and defaults of Express 4. */
export function compileExpressSendFileSettings(given: GivenOptions, version: 4 | 5): SendFileSettings {
  const { headers, hidden } = given;
  const settings = compileExpressSettings(given, headers ? setEach(Object(headers)) : undefined, version);
  const root = given.root || (version === 4 && given.from);
  const rule =
    version === 4 ? dotfiles(given.dotfiles, hidden ? 'allow' : 'ignore-files') : settings.dotfiles;
  return { ...settings, dotfiles: rule, root: root ? resolve(root as string) : undefined };
}

function flag(value: unknown, otherwise: boolean): boolean {
  return value === undefined ? otherwise : Boolean(value);
}

function dotfiles(value: unknown, otherwise: FileSettings['dotfiles']): FileSettings['dotfiles'] {
  if (value === undefined) return otherwise;
  if (value === 'ignore' || value === 'allow' || value === 'deny') return value;
  throw new TypeError('dotfiles option must be "allow", "deny", or "ignore"');
}

function nameList(value: unknown, otherwise: readonly string[], name: string): readonly string[] {
  if (value === undefined) return otherwise;
  const names = [value || []].flat();
  if (names.every((each) => typeof each === 'string')) return names;
  throw new TypeError(`${name} must be array of strings or false`);
}

function maxAge(value: unknown): number {
  // Like npm's ms, which accepts any other string.
  if (value === '') throw new Error('val is not a non-empty string or a valid number. val=""');
  const duration = typeof value === 'string' ? signedDuration(value) : Number(value);
  return Number.isNaN(duration) ? 0 : duration;
}

function slice({ start, end }: GivenOptions): FileSlice | undefined {
  if (!start && end === undefined) return undefined;
  const last = end === undefined ? Number.NaN : Number(end);
  // send ignores an end that is not a number. With Express, a negative start crashes the process.
  return {
    start: Math.max(0, Number(start || 0)),
    end: Number.isNaN(last) ? Number.POSITIVE_INFINITY : last,
  };
}
