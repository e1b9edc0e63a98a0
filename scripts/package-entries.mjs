import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * @typedef {object} Entry
 * @property {string} subpath Such as `.` or `./express`.
 * @property {string} name The path of the built file from `dist`, without its extension.
 * @property {string} source
 * @property {string} built
 */

/**
 * The modules that a package exports. A pattern such as `./lib/*` yields one for each source that matches, except for
 * those that a subpath with the target `null` hides.
 *
 * @param {string} folder
 * @param {import('./workspace.mjs').Manifest} manifest
 * @returns {Entry[]}
 */
export function packageEntries(folder, { exports = {} }) {
  const hidden = Object.keys(exports).filter((subpath) => exports[subpath] === null);
  const isHidden = (/** @type {string} */ subpath) =>
    hidden.some((each) => (each.endsWith('*') ? subpath.startsWith(each.slice(0, -1)) : subpath === each));
  const entries = Object.entries(exports).flatMap(([subpath, target]) => {
    if (target === null || typeof target === 'string') return [];
    const { '@nextpress/source': source, default: built } = target;
    if (typeof source !== 'string' || typeof built !== 'string') return [];
    const name = nameOf(built);
    if (name === undefined || source !== `./src/${name}.ts`) {
      throw new Error(
        `Invalid entry ${subpath}: expected ./src/x.ts and ./dist/x.js, got ${source} and ${built}`,
      );
    }
    return matches(folder, source).map((match) => {
      const fill = (/** @type {string} */ pattern) => pattern.replace('*', match);
      return { subpath: fill(subpath), name: fill(name), source: fill(source), built: fill(built) };
    });
  });
  return entries.filter(({ subpath }) => !isHidden(subpath));
}

/** @param {string} built */
export function nameOf(built) {
  return /^\.\/dist\/(.+)\.js$/.exec(built)?.[1];
}

/** The values of `*` in the path of a source. @param {string} folder @param {string} source */
function matches(folder, source) {
  if (!source.includes('*')) return [''];
  const [before = '', after = ''] = source.split('*');
  return readdirSync(join(folder, before), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith(after))
    .map((path) => path.slice(0, -after.length).replaceAll('\\', '/'))
    .sort();
}
