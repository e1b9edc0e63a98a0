/** @module Bundles the sources that an oracle tests, also with one of them changed. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';

export const built = join(import.meta.dirname, '../built');
const packages = join(import.meta.dirname, '../../packages');

/**
 * A small mistake in a source.
 *
 * @typedef {object} Mutation
 * @property {string} file From `packages`.
 * @property {string} from A text that the file has once.
 * @property {string} to
 * @property {string} mistake What it gets wrong.
 * @property {string} [equivalent] Why no lookup can show it.
 */

/**
 * Bundles an entry of this folder and imports it.
 *
 * @param {string} entry
 * @param {Mutation} [mutation]
 * @param {string} [name] Of the built file.
 * @returns {Promise<any>}
 */
export async function load(entry, mutation, name) {
  return import(await bundled(entry, mutation, name));
}

/**
 * Bundles an entry of this folder.
 *
 * @param {string} entry
 * @param {Mutation} [mutation]
 * @param {string} [name] Of the built file.
 * @returns {Promise<string>} The URL of the built file.
 */
export async function bundled(entry, mutation, name = 'current') {
  let isMutated = false;
  const bundle = await rolldown({
    input: join(import.meta.dirname, entry),
    platform: 'node',
    external: (id) => id.startsWith('node:') || id === 'fast-check',
    resolve: { conditionNames: ['@nextpress/source', 'import'] },
    plugins:
      mutation === undefined
        ? []
        : [
            {
              name: 'mutation',
              transform: (code, id) => {
                if (id !== join(packages, mutation.file)) return null;
                isMutated = true;
                return code.replace(mutation.from, () => mutation.to);
              },
            },
          ],
    transform: { target: 'node20.19' },
  });
  const file = join(built, 'under-test', entry.replace('.ts', ''), `${name}.mjs`);
  await bundle.write({ file, format: 'es', codeSplitting: false });
  await bundle.close();
  if (mutation !== undefined && !isMutated) throw new Error(`${entry} does not import ${mutation.file}`);
  return pathToFileURL(file).href;
}

/** The seed of a batch. Batches of small seeds do not repeat each other. @param {number} seed @param {number} batch */
export const seedOf = (seed, batch) => Math.imul(seed, 0x9e37_79b1) + batch;

/** The text of a mutation must stand in its file, or it would test nothing. @param {Mutation} mutation */
export function requireOnce({ file, from }) {
  const count = readFileSync(join(packages, file), 'utf8').split(from).length - 1;
  if (count !== 1)
    throw new Error(`Outdated mutation of ${file}: expected its text once, got ${count} times: ${from}`);
}
