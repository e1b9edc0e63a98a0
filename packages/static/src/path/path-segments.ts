/** @module Hot: from a canonical path to the names of directories and a file. What isn't plainly safe is refused here. */

/** What to do about names that begin with a dot. */
export type Dotfiles = 'ignore' | 'deny' | 'allow';

/** The way from the root to a file. */
export interface PathSegments {
  /** Decoded, each of them one name. */
  readonly names: readonly string[];
  /** Whether the path ends with a slash, and so names a directory. */
  readonly directory: boolean;
}

const SEPARATOR_OR_NUL = /[/\\\0]/;

/** The names that Windows gives to devices in every directory, and what turns a name into a drive or a stream. */
const WINDOWS_DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[\d¹²³])(?:[. ].*)?$|:/i;

/**
 * Splits a canonical path (see `parseRequestTarget`) and decodes each segment, once.
 *
 * @returns `'malformed'` when a segment is not UTF-8 or has NUL; `'unsafe'` when one is empty, or decodes to a dot segment or to
 * something with a separator; `'hidden'` when one begins with a dot and dotfiles are not allowed
 */
export function pathSegments(
  pathname: string,
  dotfiles: Dotfiles,
  windows: boolean = process.platform === 'win32',
): PathSegments | 'malformed' | 'unsafe' | 'hidden' {
  const names = pathname.slice(1).split('/');
  const directory = names.at(-1) === '';
  if (directory) names.pop();

  let hidden = false;
  for (const [index, segment] of names.entries()) {
    const name = segment.includes('%') ? decodeOnce(segment) : segment;
    if (name === undefined || name.includes('\0')) return 'malformed';
    if (!isPlainName(name, windows)) return 'unsafe';
    if (name.startsWith('.')) hidden = true;
    names[index] = name;
  }
  return hidden && dotfiles !== 'allow' ? 'hidden' : { names, directory };
}

/** Whether a name stands for nothing but an entry of a directory, on every system. */
export function isPlainName(name: string, windows: boolean = process.platform === 'win32'): boolean {
  if (name === '' || name === '.' || name === '..') return false;
  return !SEPARATOR_OR_NUL.test(name) && !(windows && isWindowsDevice(name));
}

/** Whether Windows would open something else than a file of that name. */
export function isWindowsDevice(name: string): boolean {
  return WINDOWS_DEVICE.test(name);
}

function decodeOnce(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}
