/** @module The directory that files are served from, and the proof that one of them lies in it. */

import { realpathSync, statSync } from 'node:fs';
import { readdir, realpath } from 'node:fs/promises';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { invalidValue } from '@nextpress/semantics/options';
import type { Snapshot } from './snapshot.ts';

/** A directory to serve, as the disk knows it. */
export interface FileRoot {
  /** Absolute, as given. */
  readonly path: string;
  /** The same with a separator at the end. */
  readonly prefix: string;
  /** Without symbolic links, with a separator at the end. Looked up again when a file seems to lie outside. */
  realPrefix: string;
  /** Whether files that links lead to are served wherever they are, and the root need not exist yet. */
  readonly followsLinks: boolean;
  /** Whether the file system takes `A` and `a` for the same name. */
  readonly foldsCase: boolean;
  /** What lay under it at set-up, when only that is to be served. */
  snapshot: Snapshot | undefined;
}

const ROOT = 'root of serveStatic()';
const EXPECTED = 'the path or the file: URL of a directory, or a list of these';

/**
 * Looks at the root, once.
 *
 * @throws {TypeError} when it isn't a path or a `file:` URL, or not a directory that exists
 */
export function openRoot(root: unknown): FileRoot {
  const path = resolve(pathOf(root));
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined || !stats.isDirectory()) {
    const problem = stats === undefined ? 'does not exist' : 'is not a directory';
    throw new TypeError(`Invalid root of serveStatic(): expected a directory, but ${path} ${problem}.`);
  }
  const real = realpathSync.native(path);
  return {
    path,
    prefix: withSeparator(path),
    realPrefix: withSeparator(real),
    followsLinks: false,
    foldsCase: foldsCase(real),
    snapshot: undefined,
  };
}

/** A root as npm's send takes it: links are followed, and it may be made later, or be a file. */
export function openFollowedRoot(root: string): FileRoot {
  const path = resolve(root);
  const prefix = withSeparator(path);
  const folds = foldsCase(path);
  return { path, prefix, realPrefix: prefix, followsLinks: true, foldsCase: folds, snapshot: undefined };
}

/**
 * Looks at each of several roots, or at the only one.
 *
 * @throws {TypeError} when there is none, or one of them isn't a directory that exists
 */
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

/** The path of a file by these names, links and all. */
export function pathUnder(root: FileRoot, names: readonly string[]): string {
  return names.length === 0 ? root.path : root.prefix + names.join(sep);
}

/** Whether an open file is, without any link, where its names say; nothing has to be looked up for that. */
export function isPlainlyUnder(root: FileRoot, real: string, names: readonly string[]): boolean {
  return !root.foldsCase && real === root.realPrefix + names.join(sep);
}

/**
 * Whether an open file lies under the root, no link on the way to it leads out, and it is spelled as on the disk.
 *
 * @param real - the file's path without symbolic links
 */
export async function isUnder(root: FileRoot, real: string, names: readonly string[]): Promise<boolean> {
  if (root.followsLinks) return !root.foldsCase || isListed(root.path, names);
  if (!isWithin(root, real)) {
    // Deployments point a link at the next release: the root has moved, and the file with it.
    root.realPrefix = withSeparator(await realpath(root.path));
    if (!isWithin(root, real)) return false;
  }
  if (real !== root.realPrefix + names.join(sep) && (await leadsOut(root, names))) return false;
  return !root.foldsCase || isListed(root.path, names);
}

/** Whether what may not be opened lies under the root, as far as the way to it can be followed. */
export async function isRefusedUnder(root: FileRoot, names: readonly string[]): Promise<boolean> {
  if (root.followsLinks) return true;
  for (let depth = names.length; depth > 0; depth--) {
    const way = names.slice(0, depth);
    const real = await realpath(pathUnder(root, way)).catch(() => undefined);
    if (real !== undefined) return isUnder(root, real, way).catch(() => true);
  }
  return true;
}

/** Whether a path without symbolic links lies under the root, or is it. */
export function isWithin(root: FileRoot, real: string): boolean {
  return withSeparator(real).startsWith(root.realPrefix);
}

/** Whether a directory on the way lies outside. From there the whole root could be reached by other names. */
async function leadsOut(root: FileRoot, names: readonly string[]): Promise<boolean> {
  for (let depth = 1; depth < names.length; depth++) {
    if (!isWithin(root, await realpath(pathUnder(root, names.slice(0, depth))))) return true;
  }
  return false;
}

/** Whether each name stands in its directory in just this spelling, whatever else the file system would accept. */
export async function isListed(directory: string, names: readonly string[]): Promise<boolean> {
  let parent = directory;
  for (const name of names) {
    if (!(await readdir(parent)).includes(name)) return false;
    parent = join(parent, name);
  }
  return true;
}

/** macOS and Windows do by default; elsewhere it depends on what is mounted. */
function foldsCase(real: string): boolean {
  if (process.platform === 'darwin' || process.platform === 'win32') return true;
  const name = basename(real);
  const swapped = name === name.toUpperCase() ? name.toLowerCase() : name.toUpperCase();
  if (swapped === name) return false;
  const [stats, other] = [real, join(dirname(real), swapped)].map((path) =>
    statSync(path, { throwIfNoEntry: false }),
  );
  return stats !== undefined && other !== undefined && stats.ino === other.ino && stats.dev === other.dev;
}

function withSeparator(path: string): string {
  return path.endsWith(sep) ? path : `${path}${sep}`;
}
