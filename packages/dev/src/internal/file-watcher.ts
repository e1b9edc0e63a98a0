import { join, relative, sep } from 'node:path';
import { setTimeout } from 'node:timers';
import type { FSWatcher } from 'chokidar';

/** An editor that saves several files, or one in several steps, causes one restart, in milliseconds. */
const BURST = 20;

/** Folders whose files no module loads, by convention: a change of them reloads pages, and restarts nothing. */
const PAGE_FOLDERS = ['views', 'public', 'static'];

/** Folders that are never watched, wherever the views of an application are. */
const IGNORED = /(?:^|[\\/])(?:node_modules|\.git)(?:[\\/]|$)/;

/** `watch` of chokidar. */
export type Watch = typeof import('chokidar').watch;

export interface FileEvents {
  /** Files that the application has loaded have changed. */
  onCode(paths: readonly string[]): void;
  /** Views or public files have changed. */
  onPage(paths: readonly string[]): void;
}

/** Watches the files that the application has loaded, and its views and public files. */
export class FileWatcher {
  readonly #watcher: FSWatcher;
  readonly #root: string;
  readonly #folders: Set<string>;
  /** When each file was loaded, on the clock of `Date.now()`. */
  readonly #files = new Map<string, number>();
  readonly #startedAt = Date.now();
  readonly #events: FileEvents;
  #changed = new Set<string>();

  constructor(watch: Watch, root: string, events: FileEvents) {
    this.#root = root;
    this.#events = events;
    this.#folders = new Set(PAGE_FOLDERS.map((name) => join(root, name)));
    const ignored = (path: string): boolean => IGNORED.test(relative(root, path));
    this.#watcher = watch([...this.#folders], { alwaysStat: true, ignored });
    // The first event of each file: it may have changed before it was watched.
    this.#watcher.on('add', (path, stats) => {
      if ((stats?.mtimeMs ?? 0) > (this.#files.get(path) ?? this.#startedAt)) this.#note(path);
    });
    this.#watcher.on('change', (path) => this.#note(path)).on('unlink', (path) => this.#note(path));
    // A folder that cannot be watched, such as one without permission, is not.
    this.#watcher.on('error', () => undefined);
  }

  /** @param since - when they were loaded, at the earliest */
  add(paths: readonly string[], since: number): void {
    const added = paths.filter((path) => !this.#files.has(path));
    for (const path of paths) this.#files.set(path, since);
    this.#watcher.add(added);
  }

  /** Adds folders of views. One with the whole application may also have files that requests write, which would reload pages endlessly. */
  addPages(folders: readonly string[]): void {
    const added = folders.filter(
      (folder) => !this.#folders.has(folder) && folder !== this.#root && !isIn(this.#root, folder),
    );
    for (const folder of added) this.#folders.add(folder);
    this.#watcher.add(added);
  }

  close(): Promise<void> {
    return this.#watcher.close();
  }

  #note(path: string): void {
    if (this.#changed.size === 0) setTimeout(() => this.#report(), BURST);
    this.#changed.add(path);
  }

  #report(): void {
    const changed = [...this.#changed];
    this.#changed = new Set();
    const code = changed.filter((path) => this.#files.has(path));
    if (code.length > 0) this.#events.onCode(code);
    else if (changed.some((path) => [...this.#folders].some((folder) => isIn(path, folder))))
      this.#events.onPage(changed);
  }
}

function isIn(path: string, folder: string): boolean {
  const inside = relative(folder, path);
  return inside !== '' && inside !== '..' && !inside.startsWith(`..${sep}`);
}
