/** @module Watches folders with `node:fs`: unlike a watched file, a folder reports when a file is replaced, deleted or restored. */

import { type FSWatcher, readdirSync, type Stats, statSync, watch } from 'node:fs';
import { dirname, isAbsolute, join, relative, sep } from 'node:path';
import { setTimeout } from 'node:timers';

/** Changes within this time cause one restart, such as an editor saving several files (ms). */
const BURST = 20;

/** Folders that by convention contain no modules: a change reloads pages without a restart. */
const PAGE_FOLDERS = ['views', 'public', 'static'];

/** Folders that are never searched. */
const IGNORED = new Set(['node_modules', '.git']);

/** How far a file's timestamp may lag behind `Date.now()` (ms): file systems use the time of the last tick. */
const TICK = 10;

/** The state of a missing file. */
const MISSING = 'missing';
/** The state of a file that changed since it was loaded. */
const CHANGED = 'changed';
/** Prefix of a folder's state. */
const FOLDER = 'folder';

export interface FileEvents {
  /** Called when loaded files, or files named by `--watch`, have changed. */
  onCode(paths: readonly string[]): void;
  /** Called when views or public files have changed. */
  onPage(): void;
  /** Called when the system has no more watchers, so changes may be missed. */
  onLimit(code: string): void;
}

interface WatchedFolder {
  readonly watcher: FSWatcher;
  /** Changes when the folder is replaced by another one. */
  readonly identity: string;
}

/** A file, or a folder with all its contents. */
interface WatchedTree {
  readonly path: string;
  readonly isCode: boolean;
  found: Found;
}

/** The result of a search. */
interface Found {
  /** The state of the path and everything below it. */
  readonly states: Map<string, string>;
  /** The names in each folder, by its state: a folder with several links to it is searched once. */
  readonly names: Map<string, readonly string[]>;
}

/** Watches the files that the application has loaded, and all files below some folders. */
export class FileWatcher {
  readonly #root: string;
  readonly #events: FileEvents;
  /** The state of each file that was loaded, or that was missing and caused an error. */
  readonly #files = new Map<string, string>();
  readonly #trees: WatchedTree[] = [];
  readonly #folders = new Map<string, WatchedFolder>();
  readonly #touched = new Set<string>();
  #isClosed = false;

  /** @param named - the files and folders passed to `--watch` */
  constructor(root: string, named: readonly string[], events: FileEvents) {
    this.#root = root;
    this.#events = events;
    this.#addTrees(named, true);
    this.#addTrees(
      PAGE_FOLDERS.map((name) => join(root, name)),
      false,
    );
  }

  /** @param since - the earliest time at which they were loaded, by `Date.now()` */
  add(paths: readonly string[], since: number): void {
    for (const path of paths.filter((each) => !this.#files.has(each))) {
      const isChanged = (statsOf(path)?.mtimeMs ?? 0) > since - TICK;
      this.#files.set(path, isChanged ? CHANGED : stateOfFile(path));
    }
    this.#watchFolders();
  }

  /** Adds files that the application needs but that did not exist. */
  addMissing(paths: readonly string[]): void {
    for (const path of paths) if (!this.#files.has(path)) this.#files.set(path, MISSING);
    this.#watchFolders();
  }

  /** Adds view folders. A folder with the whole application is skipped: files that requests write there would reload pages endlessly. */
  addPages(folders: readonly string[]): void {
    this.#addTrees(
      folders.filter((folder) => !isIn(this.#root, folder)),
      false,
    );
  }

  close(): void {
    this.#isClosed = true;
    for (const folder of [...this.#folders.keys()]) this.#unwatch(folder);
  }

  #addTrees(paths: readonly string[], isCode: boolean): void {
    for (const path of paths) {
      if (this.#trees.some((tree) => tree.path === path)) continue;
      this.#trees.push({ path, isCode, found: search(path) });
    }
    this.#watchFolders();
  }

  #touch(folder: string): void {
    if (this.#touched.size === 0) setTimeout(() => this.#report(), BURST);
    this.#touched.add(folder);
  }

  #report(): void {
    if (this.#isClosed) return;
    const touched = new Set(this.#touched);
    this.#touched.clear();
    const code = this.#changedFiles();
    let isPageChanged = false;
    for (const tree of this.#trees) {
      const { path, found } = tree;
      tree.found = search(path, touched, found);
      const changed = differences(found.states, tree.found.states);
      if (tree.isCode) code.push(...changed);
      else if (changed.length > 0) isPageChanged = true;
    }
    this.#watchFolders();
    if (code.length > 0) this.#events.onCode(code);
    else if (isPageChanged) this.#events.onPage();
  }

  #changedFiles(): string[] {
    const changed: string[] = [];
    for (const [path, before] of this.#files) {
      const state = stateOfFile(path);
      if (state === before) continue;
      this.#files.set(path, state);
      changed.push(path);
    }
    return changed;
  }

  /** Watches the folders of all files and their parents, which may be moved. Earlier changes are found afterwards. */
  #watchFolders(): void {
    const wanted = new Set<string>();
    for (const path of this.#files.keys()) this.#addFolders(path, wanted);
    for (const { path, found } of this.#trees) {
      this.#addFolders(path, wanted);
      for (const [each, state] of found.states) if (isFolder(state)) wanted.add(each);
    }
    for (const [folder, { identity }] of this.#folders)
      if (!wanted.has(folder) || stateOf(folder) !== identity) this.#unwatch(folder);
    for (const folder of wanted) if (!this.#folders.has(folder)) this.#watch(folder);
  }

  /** Adds the folders above a path, up to the application's, or else up to an existing one. */
  #addFolders(path: string, wanted: Set<string>): void {
    let folder = dirname(path);
    let exists = false;
    while (!wanted.has(folder)) {
      const isAbove = folder !== this.#root && isIn(this.#root, folder);
      if (isAbove && exists) return;
      exists = statsOf(folder)?.isDirectory() === true;
      wanted.add(folder);
      if (folder === dirname(folder) || (exists && folder === this.#root)) return;
      folder = dirname(folder);
    }
  }

  #watch(folder: string): void {
    const identity = stateOf(folder);
    if (!isFolder(identity)) return;
    try {
      const watcher = watch(folder, () => this.#touch(folder));
      watcher.on('error', () => this.#unwatch(folder));
      this.#folders.set(folder, { watcher, identity });
      this.#touch(folder);
    } catch (error) {
      // A folder that cannot be watched for another reason, such as a missing permission, is skipped.
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'ENOSPC' || code === 'EMFILE') this.#events.onLimit(code);
    }
  }

  #unwatch(folder: string): void {
    this.#folders.get(folder)?.watcher.close();
    this.#folders.delete(folder);
  }
}

function statsOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** The state of a path: changes with a file's content, or when a folder is replaced. */
function stateOf(path: string): string {
  const stats = statsOf(path);
  if (stats === undefined) return MISSING;
  const { mtimeMs, size, dev, ino, birthtimeMs } = stats;
  return stats.isDirectory() ? `${FOLDER} ${dev}:${ino}:${birthtimeMs}` : `${mtimeMs}:${size}:${ino}`;
}

function isFolder(state: string): boolean {
  return state.startsWith(FOLDER);
}

/** A file that replaces a folder does not count as one. */
function stateOfFile(path: string): string {
  const state = stateOf(path);
  return isFolder(state) ? MISSING : state;
}

/**
 * Searches a path and everything in it. Files of a folder without changes keep their state.
 *
 * @param isStale - whether something has changed in the folder of the path
 */
function search(
  path: string,
  touched?: ReadonlySet<string>,
  before?: Found,
  isStale = true,
  found: Found = { states: new Map(), names: new Map() },
): Found {
  const known = before?.states.get(path);
  const state = isStale || known === undefined || isFolder(known) ? stateOf(path) : known;
  found.states.set(path, state);
  if (!isFolder(state) || found.names.has(state)) return found;
  const isTouched = known !== state || touched?.has(path);
  const names = (isTouched ? undefined : before?.names.get(state)) ?? namesIn(path);
  found.names.set(state, names);
  for (const name of names)
    if (!IGNORED.has(name)) search(join(path, name), touched, before, isTouched, found);
  return found;
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** The paths whose state differs. */
function differences(before: ReadonlyMap<string, string>, now: ReadonlyMap<string, string>): string[] {
  return [...new Set([...before.keys(), ...now.keys()])].filter(
    (path) => (before.get(path) ?? MISSING) !== (now.get(path) ?? MISSING),
  );
}

/** Whether a path is the folder or is inside it. */
function isIn(path: string, folder: string): boolean {
  const inside = relative(folder, path);
  return inside !== '..' && !inside.startsWith(`..${sep}`) && !isAbsolute(inside);
}
