/** @module Hot: from a path of the file system, as `sendFile` takes it, to names. What isn't plainly safe is refused here. */

import { normalize, parse, sep } from 'node:path';
import { type Dotfiles, isWindowsDevice, type PathSegments } from './path-segments.ts';

/** A dot segment that leads up, by either separator. */
const CLIMBS = /(?:^|[\\/])\.\.(?:[\\/]|$)/;

/**
 * Splits a path, literally: nothing in it is decoded. Under a root, dot segments are removed as long as they don't leave it; an
 * absolute path has none that leads up, and its first name is the root of the file system.
 *
 * @returns `'nul'` when the path holds NUL; `'outside'` when it leads up; `'hidden'` when a name begins with a dot and dotfiles
 * aren't allowed; `'device'` when it names one of Windows
 */
export function filePath(
  path: string,
  isUnderRoot: boolean,
  dotfiles: Dotfiles,
  windows: boolean = process.platform === 'win32',
): PathSegments | 'nul' | 'outside' | 'hidden' | 'device' {
  if (path.includes('\0')) return 'nul';
  const normal = normalize(isUnderRoot ? `.${sep}${path}` : path);
  if (CLIMBS.test(isUnderRoot ? normal : path)) return 'outside';
  const { root } = parse(normal);
  const names = normal.slice(root.length).split(sep).filter(isName);
  if (dotfiles !== 'allow' && names.some(isHidden)) return 'hidden';
  if (windows && names.some(isWindowsDevice)) return 'device';
  const directory = path.endsWith('/') || path.endsWith(sep);
  return { names: isUnderRoot ? names : [root, ...names], directory };
}

function isName(name: string): boolean {
  return name !== '' && name !== '.';
}

function isHidden(name: string): boolean {
  return name.startsWith('.');
}
