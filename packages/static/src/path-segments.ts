/** @module Hot: splits URL paths and file system paths into names, and rejects unsafe ones. */

import { normalize, parse, sep } from 'node:path';

/** How to treat names that start with a dot. */
export type Dotfiles = 'ignore' | 'deny' | 'allow';

/** `'ignore-files'` ignores dotfiles, but not files in dot directories: the default of Express 4. */
export type DotfileRule = Dotfiles | 'ignore-files';

/** The path from the root to a file. */
export interface PathSegments {
  /** Decoded. */
  readonly names: readonly string[];
  /** Whether the path ends with a slash. */
  readonly directory: boolean;
}

const IS_WINDOWS = process.platform === 'win32';

const SEPARATOR_OR_NUL = /[/\\\0]/;

/** Names of devices, which Windows finds in every directory, and of drives and streams. */
const WINDOWS_DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[\d¹²³])(?:[. ].*)?$|:/i;

/** A `..` segment, with either separator. */
const PARENT = /(?:^|[\\/])\.\.(?:[\\/]|$)/;

/**
 * Splits a canonical URL path (see `parseRequestTarget`) and decodes each segment once.
 *
 * @returns `'malformed'` if a segment is not UTF-8 or has NUL; `'unsafe'` if one is empty, a dot segment or has a separator once
 * decoded; `'hidden'` if one starts with a dot and dotfiles are not allowed
 */
export function pathSegments(
  pathname: string,
  dotfiles: DotfileRule,
  windows: boolean = IS_WINDOWS,
): PathSegments | 'malformed' | 'unsafe' | 'hidden' {
  const names = pathname.slice(1).split('/');
  const directory = names.at(-1) === '';
  if (directory) names.pop();

  for (const [index, segment] of names.entries()) {
    const name = segment.includes('%') ? decodeOnce(segment) : segment;
    if (name === undefined || name.includes('\0')) return 'malformed';
    if (!isPlainName(name, windows)) return 'unsafe';
    names[index] = name;
  }
  const segments = { names, directory };
  return isHidden(segments, dotfiles) ? 'hidden' : segments;
}

/**
 * Splits a file system path without decoding it. Under a root, `..` segments are resolved as long as they do not leave
 * it; an absolute path must not contain any.
 */
export function filePathSegments(
  path: string,
  isUnderRoot: boolean,
  dotfiles: DotfileRule,
  windows: boolean = IS_WINDOWS,
): PathSegments | 'nul' | 'outside' | 'hidden' | 'device' {
  if (path.includes('\0')) return 'nul';
  if (isUnderRoot ? leadsUp(path) : hasParent(path)) return 'outside';
  const normal = normalize(isUnderRoot ? `.${sep}${path}` : path);
  const { root } = parse(normal);
  const names = normal
    .slice(root.length)
    .split(sep)
    .filter((name) => name !== '' && name !== '.');
  const segments = { names, directory: path.endsWith('/') || path.endsWith(sep) };
  if (isHidden(segments, dotfiles)) return 'hidden';
  return windows && names.some((name) => WINDOWS_DEVICE.test(name)) ? 'device' : segments;
}

/** Whether a path has a name that starts with a dot and is not served. */
function isHidden({ names, directory }: PathSegments, dotfiles: DotfileRule): boolean {
  if (dotfiles === 'allow') return false;
  if (dotfiles === 'ignore-files') return !directory && names.at(-1)?.startsWith('.') === true;
  for (const name of names) if (name.startsWith('.')) return true;
  return false;
}

/** Whether a name can only be an entry of its directory: not a dot segment, a path or a device. */
export function isPlainName(name: string, windows: boolean = IS_WINDOWS): boolean {
  if (name === '' || name === '.' || name === '..') return false;
  // Windows opens a device for such a name.
  return !SEPARATOR_OR_NUL.test(name) && !(windows && WINDOWS_DEVICE.test(name));
}

export function hasParent(path: string): boolean {
  return PARENT.test(path);
}

/** Whether a path, decoded and below a root, leads out of it. */
export function leadsUp(path: string): boolean {
  return hasParent(normalize(`.${sep}${path}`));
}

/** @returns `undefined` if an escape is malformed or not UTF-8 */
export function decodeOnce(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}
