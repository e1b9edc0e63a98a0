/** @module Copies a project so that its installed Express can be replaced. */

import {
  constants,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { type Project, readManifest } from './project.ts';

export interface InstalledExpress {
  readonly folder: string;
  readonly version: string;
}

export interface ProjectCopy {
  readonly root: string;
  /** The working directory of the command in the copy. */
  readonly cwd: string;
  readonly files: number;
  readonly expresses: readonly InstalledExpress[];
  /** Links outside `node_modules` whose target is not in the project, and files that could not be read. */
  readonly left: readonly string[];
}

type CopyFile = (from: string, to: string) => void;

/**
 * Copies a project with its installed packages, but without Git's data. Packages in `node_modules` are cloned or hard-linked if
 * the file system supports it, so a copy takes seconds.
 *
 * @param target - a folder, whose contents are deleted
 * @throws Error if the project has no Express
 */
export function copyProject({ root, cwd }: Project, target: string): ProjectCopy {
  const expresses: InstalledExpress[] = [];
  const left: string[] = [];
  let files = 0;
  rmSync(target, { recursive: true, force: true });
  copyFolder(root, target, copyFile);
  if (expresses.length === 0) {
    throw new Error(
      `No Express in ${root}: expected node_modules/express. Yarn needs "nodeLinker: node-modules".`,
    );
  }
  return { root: target, cwd: join(target, relative(root, cwd)), files, expresses, left };

  function copyFolder(from: string, to: string, copy: CopyFile): void {
    mkdirSync(to, { recursive: true });
    for (const entry of readdirSync(from, { withFileTypes: true })) {
      const source = join(from, entry.name);
      const copied = join(to, entry.name);
      // The temporary folder may be inside the project.
      if (entry.name === '.git' || source === dirname(target)) continue;
      try {
        if (entry.isSymbolicLink()) copyLink(source, copied);
        else if (entry.isFile()) {
          files += 1;
          copy(source, copied);
        } else if (entry.isDirectory()) {
          copyFolder(source, copied, copierOf(entry.name, from) ?? copy);
          noteExpress(copied);
        }
      } catch (error) {
        if (!['EACCES', 'EPERM'].includes(String((error as NodeJS.ErrnoException).code))) throw error;
        left.push(source);
      }
    }
  }

  function copyLink(source: string, copied: string): void {
    const aim = existsSync(source) ? realpathSync(source) : resolve(dirname(source), readlinkSync(source));
    const place = relative(root, aim);
    const isInside = !place.startsWith('..') && !isAbsolute(place);
    const isFolder = existsSync(aim) && statSync(aim).isDirectory();
    // On Windows, relative links only work for files; junctions are absolute.
    symlinkSync(isInside ? join(target, place) : aim, copied, isFolder ? 'junction' : 'file');
    if (isInside) return;
    if (isFolder) noteExpress(copied);
    if (!source.includes('node_modules')) left.push(`${source} -> ${aim}`);
  }

  function noteExpress(folder: string): void {
    if (basename(folder) !== 'express' || basename(dirname(folder)) !== 'node_modules') return;
    const { name, version } = readManifest(folder);
    if (name === 'express' && version !== undefined) expresses.push({ folder, version });
  }
}

/** How to copy the files of a folder, if not in the way of its parent. */
function copierOf(name: string, parent: string): CopyFile | undefined {
  if (name === 'node_modules' || name === '.pnpm') return cloneOrLink;
  // Caches and generated code, such as `.cache` and `.prisma`, which a command may write to.
  return name.startsWith('.') && basename(parent) === 'node_modules' ? copyFile : undefined;
}

function copyFile(from: string, to: string): void {
  copyFileSync(from, to, constants.COPYFILE_FICLONE);
}

let clones = true;

function cloneOrLink(from: string, to: string): void {
  if (clones) {
    try {
      copyFileSync(from, to, constants.COPYFILE_FICLONE_FORCE);
      return;
    } catch {
      clones = false;
    }
  }
  try {
    linkSync(from, to);
  } catch {
    // The target is on another file system, or links are not supported.
    copyFile(from, to);
  }
}

/** The Express that modules in the working directory load, or else one from a dependency. */
export function expressOf({ cwd, expresses }: ProjectCopy): InstalledExpress {
  const first = expresses[0] as InstalledExpress;
  try {
    const folder = dirname(createRequire(join(cwd, 'noop.js')).resolve('express/package.json'));
    return expresses.find((express) => realpathSync(express.folder) === folder) ?? first;
  } catch {
    return first;
  }
}

/** Replaces an installed Express with `@nextpress/express`. */
export function replaceExpress({ folder }: InstalledExpress): void {
  const nextpress = dirname(createRequire(import.meta.url).resolve('@nextpress/express/package.json'));
  renameSync(folder, `${folder}.replaced`);
  symlinkSync(nextpress, folder, 'junction');
}

/** Makes an installed Express write a file when loaded, unless it is a link, whose files are not in the copy. */
export function noteLoading({ folder }: InstalledExpress, file: string): void {
  const main = join(folder, 'index.js');
  if (realpathSync(folder) !== folder || !existsSync(main)) {
    writeFileSync(file, '');
    return;
  }
  const text = readFileSync(main, 'utf8');
  // It may be a hard link.
  rmSync(main);
  writeFileSync(
    main,
    `try { require('node:fs').writeFileSync(${JSON.stringify(file)}, ''); } catch {}\n${text}`,
  );
}
