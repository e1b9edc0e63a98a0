import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root of the repository. */
const root = fileURLToPath(new URL('../..', import.meta.url));
const manifest = JSON.parse(readFileSync(join(root, 'packages/nextpress/package.json'), 'utf8'));

/** The version of the package `nextpress`. @type {string} */
export const version = manifest.version;

/** The URL of the repository, without a trailing slash. */
export const repository = String(manifest.repository.url).replace(/^git\+|\.git$/g, '');

/** The URL of a file or folder on the main branch. @param {string} path From the root of the repository. */
export function repositoryLink(path) {
  const file = join(root, path);
  if (!existsSync(file)) throw new Error(`Broken link: the repository has no ${path}`);
  const kind = statSync(file).isDirectory() ? 'tree' : 'blob';
  return `${repository}/${kind}/main/${path}`.replace(/[./]+$/, '');
}
