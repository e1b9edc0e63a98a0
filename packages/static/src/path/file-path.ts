/** @module Hot: splits a path of the file system, as `sendFile` takes it, and refuses unsafe ones. */

import { normalize, parse, sep } from 'node:path';
import { type DotfileRule, isHidden, isWindowsDevice, type PathSegments } from './path-segments.ts';

/** A `..` segment, with either separator. */
const PARENT = /(?:^|[\\/])\.\.(?:[\\/]|$)/;

/**
 * Splits a path without decoding it. Under a root, `..` segments are resolved as long as they do not leave it; an absolute path must
 * not have any.
 */
export function filePath(
  path: string,
  isUnderRoot: boolean,
  dotfiles: DotfileRule,
  windows: boolean = process.platform === 'win32',
): PathSegments | 'nul' | 'outside' | 'hidden' | 'device' {
  if (path.includes('\0')) return 'nul';
  if (isUnderRoot ? leadsUp(path) : hasParent(path)) return 'outside';
  const normal = normalize(isUnderRoot ? `.${sep}${path}` : path);
  const { root } = parse(normal);
  const names = normal.slice(root.length).split(sep).filter(isName);
  const segments = { names, directory: path.endsWith('/') || path.endsWith(sep) };
  if (isHidden(segments, dotfiles)) return 'hidden';
  return windows && names.some(isWindowsDevice) ? 'device' : segments;
}

export function hasParent(path: string): boolean {
  return PARENT.test(path);
}

/** Whether a path, decoded and below a root, leads out of it. */
export function leadsUp(path: string): boolean {
  return hasParent(normalize(`.${sep}${path}`));
}

function isName(name: string): boolean {
  return name !== '' && name !== '.';
}
