import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root.mjs';

/**
 * The part of a `package.json` that the commands read.
 *
 * @typedef {object} Manifest
 * @property {string} name
 * @property {string} version
 * @property {string} [description]
 * @property {boolean} [private]
 * @property {string} [main]
 * @property {string} [types]
 * @property {Record<string, Record<string, string[]>>} [typesVersions]
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
 * @typedef {string | Record<string, string | Record<string, string>>} Target A file, or files by condition.
 *
 * @typedef {object} Package
 * @property {string} name
 * @property {string} path From the repository's root, with `/`.
 * @property {string} folder Absolute.
 * @property {string} room `packages`, `internal`, `examples`, or its own name.
 * @property {Manifest} manifest
 */

const rooms = ['packages', 'internal', 'examples'];
const lone = ['applications', 'benchmarks', 'ecosystem', 'fuzz', 'scripts', 'soak'];

/** Every package of the workspace, in the order of `pnpm-workspace.yaml`. @returns {Package[]} */
export function readWorkspace() {
  const housed = rooms.flatMap((room) => childrenOf(room).map((path) => ({ room, path })));
  return [...housed, ...lone.map((path) => ({ room: path, path }))]
    .filter(({ path }) => existsSync(join(root, path, 'package.json')))
    .map(({ room, path }) => {
      const folder = join(root, path);
      const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
      return { name: manifest.name, path, folder, room, manifest };
    });
}

/** The packages that are published. @param {readonly Package[]} workspace */
export function publicPackages(workspace) {
  return workspace.filter(({ manifest }) => manifest.private !== true);
}

/** @param {string} room */
function childrenOf(room) {
  if (!existsSync(join(root, room))) return [];
  return readdirSync(join(root, room), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => `${room}/${entry.name}`)
    .sort();
}
