import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root.mjs';

/**
 * The fields of a `package.json` that the commands read.
 *
 * @typedef {object} Manifest
 * @property {string} name
 * @property {string} version
 * @property {string} [description]
 * @property {boolean} [private]
 * @property {string} [main]
 * @property {string} [types]
 * @property {Record<string, Target>} [exports]
 * @property {{ exports?: Record<string, Target> }} [publishConfig]
 * @property {Record<string, string>} [bin]
 * @property {Record<string, string>} [dependencies]
 * @property {Record<string, string>} [devDependencies]
 * @property {Record<string, string>} [peerDependencies]
 * @property {Record<string, string>} [optionalDependencies]
 * @property {Record<string, string>} [scripts]
 * @property {{ floor?: number, optIn?: boolean }} [nextpress]
 *
 * @typedef {string | null | Record<string, string | Record<string, string>>} Target A file or files by condition; `null` exports nothing.
 *
 * @typedef {object} Package
 * @property {string} name
 * @property {string} path From the root of the repository, with `/`.
 * @property {string} folder Absolute.
 * @property {string} group `packages`, `examples`, `tests`, or its own path.
 * @property {Manifest} manifest
 */

const GROUPS = ['packages', 'examples', 'tests'];
const SINGLE = ['benchmarks', 'docs', 'proofs', 'scripts'];

/** Every package of the workspace, in the order of `pnpm-workspace.yaml`. @returns {Package[]} */
export function readWorkspace() {
  const grouped = GROUPS.flatMap((group) => childrenOf(group).map((path) => ({ group, path })));
  return [...grouped, ...SINGLE.map((path) => ({ group: path, path }))]
    .filter(({ path }) => existsSync(join(root, path, 'package.json')))
    .map(({ group, path }) => {
      const folder = join(root, path);
      const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
      return { name: manifest.name, path, folder, group, manifest };
    });
}

/** The published packages. @param {readonly Package[]} workspace */
export function publicPackages(workspace) {
  return workspace.filter(({ manifest }) => manifest.private !== true);
}

/** @param {string} group */
function childrenOf(group) {
  if (!existsSync(join(root, group))) return [];
  return readdirSync(join(root, group), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => `${group}/${entry.name}`)
    .sort();
}
