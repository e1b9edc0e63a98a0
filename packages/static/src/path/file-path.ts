/** @module Hot: splits a path of the file system, as `sendFile` takes it, and refuses unsafe ones. */

import { normalize, parse, sep } from 'node:path';
import { type Dotfiles, isWindowsDevice, type PathSegments } from './path-segments.ts';

/** A `..` segment, with either separator. */
const LEADS_UP = /(?:^|[\\/])\.\.(?:[\\/]|$)/;

/**
 * Splits a path without decoding it. Under a root, `..` segments are resolved as long as they do not leave it; an absolute path must
 * not have any.
 */
export function filePath(
  path: string,
  isUnderRoot: boolean,
  dotfiles: Dotfiles,
  windows: boolean = process.platform === 'win32',
): PathSegments | 'nul' | 'outside' | 'hidden' | 'device' {
  if (path.includes('\0')) return 'nul';
  const normal = normalize(isUnderRoot ? `.${sep}${path}` : path);
  if (LEADS_UP.test(isUnderRoot ? normal : path)) return 'outside';
  const { root } = parse(normal);
  const names = normal.slice(root.length).split(sep).filter(isName);
  if (dotfiles !== 'allow' && names.some(isHidden)) return 'hidden';
  if (windows && names.some(isWindowsDevice)) return 'device';
  const directory = path.endsWith('/') || path.endsWith(sep);
  return { names, directory };
}

function isName(name: string): boolean {
  return name !== '' && name !== '.';
}

function isHidden(name: string): boolean {
  return name.startsWith('.');
}
