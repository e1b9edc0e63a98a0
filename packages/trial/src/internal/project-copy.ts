/** @module A copy of a project, in which the installed Express can be exchanged. */

import {
  constants,
  copyFileSync,
  type Dirent,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path';

export interface InstalledExpress {
  readonly folder: string;
  readonly version: string;
}

export interface ProjectCopy {
  /** The working directory of the command in the copy. */
  readonly cwd: string;
  readonly files: number;
  readonly expresses: readonly InstalledExpress[];
}

interface Manifest {
  readonly name?: string;
  readonly version?: string;
  readonly workspaces?: unknown;
}

/**
 * Copies a project with what is installed in it. Files in `node_modules` are hard links where the file system allows it, so that a copy
 * takes seconds and hardly any space.
 *
 * @param cwd - a folder of the project; that of the whole workspace is copied
 * @param target - an empty folder
 * @throws Error if the project or Express is not installed
 */
export function copyProject(cwd: string, target: string): ProjectCopy {
  const root = findRoot(cwd);
  const expresses: InstalledExpress[] = [];
  let files = 0;
  copyFolder(root, target, copyFileSync);
  if (expresses.length === 0) {
    throw new Error(
      `No Express in ${root}: expected node_modules/express. Yarn needs "nodeLinker: node-modules".`,
    );
  }
  return { cwd: join(target, relative(root, cwd)), files, expresses };

  function copyFolder(
    from: string,
    to: string,
    copyFile: (from: string, to: string, mode: number) => void,
  ): void {
    mkdirSync(to, { recursive: true });
    for (const entry of readdirSync(from, { withFileTypes: true })) {
      const source = join(from, entry.name);
      const copied = join(to, entry.name);
      if (entry.isSymbolicLink()) copyLink(source, copied);
      else if (entry.isFile()) {
        files += 1;
        copyFile(source, copied, constants.COPYFILE_FICLONE);
      } else if (entry.isDirectory() && entry.name !== '.git') {
        copyFolder(
          source,
          copied,
          isShared(entry) ? linkFile : isPrivate(entry, from) ? copyFileSync : copyFile,
        );
        noteExpress(copied);
      }
    }
  }

  function copyLink(source: string, copied: string): void {
    const aim = resolve(dirname(source), readlinkSync(source));
    const isInside = !relative(root, aim).startsWith('..') && !isAbsolute(relative(root, aim));
    const place = isInside ? join(target, relative(root, aim)) : aim;
    const isFolder = existsSync(aim) && statSync(aim).isDirectory();
    // Relative links work on Windows for files alone; junctions are absolute.
    symlinkSync(place, copied, isFolder ? 'junction' : 'file');
    if (isFolder && !isInside) noteExpress(copied);
  }

  function noteExpress(folder: string): void {
    if (basename(folder) !== 'express' || basename(dirname(folder)) !== 'node_modules') return;
    const { name, version } = readManifest(folder);
    if (name === 'express' && version !== undefined) expresses.push({ folder, version });
  }
}

/** What is installed, and not written by the application or its tools. */
function isShared({ name }: Dirent): boolean {
  return name === 'node_modules' || name === '.pnpm';
}

/** Caches and generated code in `node_modules`, such as `.cache` and `.prisma`, which a command may write. */
function isPrivate({ name }: Dirent, parent: string): boolean {
  return name.startsWith('.') && basename(parent) === 'node_modules';
}

function linkFile(from: string, to: string, mode: number): void {
  try {
    linkSync(from, to);
  } catch {
    // Another file system, or one without links.
    copyFileSync(from, to, mode);
  }
}

/** The folder of the workspace that a folder is in, or else of the package. */
function findRoot(cwd: string): string {
  const folders: string[] = [];
  for (let folder = cwd; ; folder = dirname(folder)) {
    folders.push(folder);
    if (folder === dirname(folder)) break;
  }
  const isWorkspace = (folder: string): boolean =>
    readManifest(folder).workspaces !== undefined || existsSync(join(folder, 'pnpm-workspace.yaml'));
  const has = (name: string) => (folder: string) => existsSync(join(folder, name));
  const isInstalled = has('node_modules');
  const root =
    folders.find(isWorkspace) ?? folders.find((folder) => isInstalled(folder) && has('package.json')(folder));
  if (root === undefined || !isInstalled(root)) {
    throw new Error(
      `No installed project in ${cwd}: expected package.json and node_modules. Install the project first.`,
    );
  }
  return root;
}

function readManifest(folder: string): Manifest {
  const path = join(folder, 'package.json');
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Manifest) : {};
}

/** The Express that modules in the working directory load, or else one that a dependency brings. */
export function expressOf({ cwd, expresses }: ProjectCopy): InstalledExpress {
  const first = expresses[0] as InstalledExpress;
  try {
    const folder = dirname(createRequire(join(cwd, 'noop.js')).resolve('express/package.json'));
    return expresses.find((express) => realpathSync(express.folder) === folder) ?? first;
  } catch {
    return first;
  }
}

/** Puts `@nextpress/express` in the place of an installed Express. */
export function replaceExpress({ folder }: InstalledExpress): void {
  const nextpress = dirname(createRequire(import.meta.url).resolve('@nextpress/express/package.json'));
  renameSync(folder, `${folder}.replaced`);
  symlinkSync(nextpress, folder, 'junction');
}
