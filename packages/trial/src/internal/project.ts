import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A project and its workspace. */
export interface Project {
  /** The working directory of the command. */
  readonly cwd: string;
  /** The nearest folder with a `package.json`. */
  readonly folder: string;
  /** The workspace root; without one, the project's folder. */
  readonly root: string;
}

export interface Manifest {
  readonly name?: string;
  readonly version?: string;
  readonly workspaces?: unknown;
}

export function readManifest(folder: string): Manifest {
  const path = join(folder, 'package.json');
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Manifest) : {};
}

/** @throws Error if there is no project, or its dependencies are not installed */
export function findProject(cwd: string): Project {
  const folders = [cwd];
  for (let folder = cwd; folder !== dirname(folder); folder = dirname(folder)) folders.push(dirname(folder));
  const folder = folders.find((each) => existsSync(join(each, 'package.json')));
  const isWorkspace = (each: string): boolean =>
    readManifest(each).workspaces !== undefined || existsSync(join(each, 'pnpm-workspace.yaml'));
  const root = folders.find(isWorkspace) ?? folder;
  if (folder === undefined || root === undefined || !existsSync(join(root, 'node_modules'))) {
    throw new Error(
      `No installed project in ${root ?? cwd}: expected package.json and node_modules. Install the project first.`,
    );
  }
  return { cwd, folder, root };
}
