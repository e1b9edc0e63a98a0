/** @module The directory that files are served from, and the check that a file lies under it. */

import fs from 'node:fs';
import { basename, dirname, join, parse, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { invalidValue } from '@nextpress/semantics/options';
import { BoundedMap } from '../bounded-map.ts';
import { promised, realPath, realPathSync, statIfFound } from './file-system.ts';
import type { Snapshot } from './open-file.ts';

export interface FileRoot {
  /** Absolute; symbolic links are not resolved. */
  readonly path: string;
  /** `path` with a trailing separator. */
  readonly prefix: string;
  /** The real path with a trailing separator. Resolved again when a file appears to lie elsewhere. */
  realPrefix: string;
  /** Whether links may lead out of the root. Such a root need not exist yet. */
  readonly followsLinks: boolean;
  /** Whether `A` and `a` are one name in the file system. */
  readonly foldsCase: boolean;
  /** Set if only files that existed at startup are served. */
  snapshot: Snapshot | undefined;
  /** Whether recently read files are read synchronously. */
  syncReads: boolean;
}

const ROOT = 'root of serveStatic()';
const EXPECTED = 'the path or the file: URL of a directory, or a list of these';

/** @throws {TypeError} if the root is not the path or `file:` URL of an existing directory */
export function openRoot(root: unknown): FileRoot {
  const path = resolve(pathOf(root));
  const stats = statIfFound(path);
  if (stats === undefined || stats === 'unknown' || !stats.isDirectory()) {
    const problem = stats === undefined ? 'does not exist' : 'is not a directory that can be read';
    throw new TypeError(`Invalid root of serveStatic(): expected a directory, but ${path} ${problem}.`);
  }
  const real = realPathSync(path);
  return makeRoot(path, real, false, foldsCase(real));
}

/** A root as in npm's send: links are followed, and it may be created later, or be a file. */
export function openFollowedRoot(root: string): FileRoot {
  const path = resolve(root);
  return makeRoot(path, path, true, foldsCase(path));
}

/** The root of the file system, for absolute paths passed by the application. */
export function systemRoot(path: string, syncReads: boolean): FileRoot {
  const { root } = parse(path);
  return makeRoot(root, root, true, false, syncReads);
}

function makeRoot(
  path: string,
  real: string,
  followsLinks: boolean,
  foldsCase: boolean,
  syncReads = true,
): FileRoot {
  return {
    path,
    prefix: withSeparator(path),
    realPrefix: withSeparator(real),
    followsLinks,
    foldsCase,
    snapshot: undefined,
    syncReads,
  };
}

/** @throws {TypeError} like {@link openRoot}, and if the array is empty */
export function openRoots(root: unknown): readonly FileRoot[] {
  if (!Array.isArray(root)) return [openRoot(root)];
  if (root.length === 0) throw invalidValue(ROOT, EXPECTED, root);
  return root.map(openRoot);
}

function pathOf(root: unknown): string {
  try {
    const path = root instanceof URL ? fileURLToPath(root) : root;
    if (typeof path === 'string' && path !== '' && !path.includes('\0')) return path;
  } catch (cause) {
    throw Object.assign(invalidValue(ROOT, EXPECTED, String(root)), { cause });
  }
  throw invalidValue(ROOT, EXPECTED, root);
}

/** The path of a file; symbolic links are not resolved. */
export function pathUnder(root: FileRoot, names: readonly string[]): string {
  return names.length === 0 ? root.path : root.prefix + names.join(sep);
}

/**
 * Whether a file lies under the root, no link on its path leads out, and its names are spelled as on disk.
 *
 * @param real - the real path of the file
 */
export async function isUnder(root: FileRoot, real: string, names: readonly string[]): Promise<boolean> {
  if (!root.followsLinks && real !== root.realPrefix + names.join(sep)) {
    // The root may be a link that a deployment pointed to a new release.
    root.realPrefix = withSeparator(await realPath(root.path));
    if (!isWithin(root, real) || (await leadsOut(root, names))) return false;
  }
  return !root.foldsCase || isListed(root.path, names);
}

/** {@link isUnder} for a file that cannot be opened, based on the part of its path that can be resolved. */
export async function isRefusedUnder(root: FileRoot, names: readonly string[]): Promise<boolean> {
  if (root.followsLinks) return true;
  for (let depth = names.length; depth > 0; depth--) {
    const resolvable = names.slice(0, depth);
    const real = await realPath(pathUnder(root, resolvable)).catch(() => undefined);
    if (real !== undefined) return isUnder(root, real, resolvable).catch(() => true);
  }
  return true;
}

/** @param real - a path whose symbolic links are resolved */
export function isWithin(root: FileRoot, real: string): boolean {
  return withSeparator(real).startsWith(root.realPrefix);
}

/** Whether a directory on the path lies outside the root. It could link back in and give every file a second path. */
async function leadsOut(root: FileRoot, names: readonly string[]): Promise<boolean> {
  for (let depth = 1; depth < names.length; depth++) {
    if (!isWithin(root, await realPath(pathUnder(root, names.slice(0, depth))))) return true;
  }
  return false;
}

/** Whether each name is spelled as in its directory. */
export async function isListed(directory: string, names: readonly string[]): Promise<boolean> {
  let parent = directory;
  for (const name of names) {
    const path = parent;
    const entries = await promised<string[]>((done) => fs.readdir(path, done));
    if (!entries.includes(name)) return false;
    parent = join(parent, name);
  }
  return true;
}

/** macOS and Windows fold case by default; elsewhere it depends on the mounted file system. */
function foldsCase(real: string): boolean {
  if (process.platform === 'darwin' || process.platform === 'win32') return true;
  const name = basename(real);
  const swapped = name === name.toUpperCase() ? name.toLowerCase() : name.toUpperCase();
  if (swapped === name) return false;
  const [stats, other] = [real, join(dirname(real), swapped)].map(statIfFound);
  // Without permission to check, compare each name with the one on disk.
  if (stats === 'unknown' || other === 'unknown') return true;
  return stats !== undefined && other !== undefined && stats.ino === other.ino && stats.dev === other.dev;
}

/** On Windows the root of `/a` is `/`. */
function withSeparator(path: string): string {
  return path.endsWith(sep) || path.endsWith('/') ? path : `${path}${sep}`;
}

interface CachedRoot {
  readonly root: FileRoot;
  readonly openedAt: number;
}

/** Reopen the root after this long (ms), in case it was replaced. */
const MAX_AGE = 1_000;
const MAX_ROOTS = 256;

const cachedRoots = new BoundedMap<string, CachedRoot>(MAX_ROOTS);

/**
 * Opens a root for `sendFile`, at most once a second.
 *
 * @returns `undefined` if links are not followed and it is not a directory
 */
export function cachedRoot(path: string, followsLinks: boolean, syncReads: boolean): FileRoot | undefined {
  const key = `${followsLinks} ${syncReads} ${resolve(path)}`;
  const entry = cachedRoots.get(key);
  const now = Date.now();
  if (entry !== undefined && Math.abs(now - entry.openedAt) < MAX_AGE) return entry.root;
  cachedRoots.delete(key);
  try {
    const root = followsLinks ? openFollowedRoot(path) : openRoot(path);
    root.syncReads = syncReads;
    cachedRoots.set(key, { root, openedAt: now });
    return root;
  } catch {
    return undefined;
  }
}
