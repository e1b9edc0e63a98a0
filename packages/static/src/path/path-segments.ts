/** @module Hot: splits a canonical URL path into names of directories and a file, and refuses unsafe ones. */

/** How to treat names that start with a dot. */
export type Dotfiles = 'ignore' | 'deny' | 'allow';

/** `'ignore-files'` ignores a file, and not what lies in a directory: the default of Express 4. */
export type DotfileRule = Dotfiles | 'ignore-files';

/** The path from the root to a file. */
export interface PathSegments {
  /** Decoded. */
  readonly names: readonly string[];
  /** Whether the path ends with a slash. */
  readonly directory: boolean;
}

const SEPARATOR_OR_NUL = /[/\\\0]/;

/** Names of devices, which Windows has in every directory, and names of a drive or a stream. */
const WINDOWS_DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[\d¹²³])(?:[. ].*)?$|:/i;

/**
 * Splits a canonical path (see `parseRequestTarget`) and decodes each segment once.
 *
 * @returns `'malformed'` if a segment is not UTF-8 or has NUL; `'unsafe'` if one is empty, a dot segment or has a separator once
 * decoded; `'hidden'` if one starts with a dot and dotfiles are not allowed
 */
export function pathSegments(
  pathname: string,
  dotfiles: DotfileRule,
  windows: boolean = process.platform === 'win32',
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

/** Whether a path has a name that starts with a dot and is not served. */
export function isHidden({ names, directory }: PathSegments, dotfiles: DotfileRule): boolean {
  if (dotfiles === 'allow') return false;
  if (dotfiles === 'ignore-files') return !directory && names.at(-1)?.startsWith('.') === true;
  for (const name of names) if (name.startsWith('.')) return true;
  return false;
}

/** Whether a name is nothing but an entry of a directory. */
export function isPlainName(name: string, windows: boolean = process.platform === 'win32'): boolean {
  if (name === '' || name === '.' || name === '..') return false;
  return !SEPARATOR_OR_NUL.test(name) && !(windows && isWindowsDevice(name));
}

/** Whether Windows opens something other than a file for the name. */
export function isWindowsDevice(name: string): boolean {
  return WINDOWS_DEVICE.test(name);
}

/** @returns `undefined` if an escape is malformed or not UTF-8 */
export function decodeOnce(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}
