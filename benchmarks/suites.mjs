import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { servers } from './servers.mjs';

/**
 * A suite with who takes part in it.
 *
 * @typedef {import('./suite.mjs').Suite & { files: ReadonlyMap<string, string> }} FoundSuite `files`: paths by server,
 *   in the registry's order.
 */

/** @param {string} path */
const here = (path) => fileURLToPath(new URL(path, import.meta.url));

/**
 * Every suite there is, hello first: one folder each.
 *
 * @param {string} [folder]
 * @returns {Promise<FoundSuite[]>}
 */
export async function readSuites(folder = here('suites')) {
  const names = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(`${folder}/${entry.name}/suite.mjs`))
    .map(({ name }) => name)
    .sort((a, b) => Number(b === 'hello') - Number(a === 'hello') || a.localeCompare(b));
  return Promise.all(
    names.map(async (name) => {
      const { suite } = await import(pathToFileURL(`${folder}/${name}/suite.mjs`).href);
      if (suite?.name !== name) throw new Error(`suites/${name}/suite.mjs names itself "${suite?.name}"`);
      return { ...suite, files: filesOf(`${folder}/${suite.filesOf ?? name}`) };
    }),
  );
}

/** @param {string} folder */
function filesOf(folder) {
  /** @type {Map<string, string>} */
  const files = new Map();
  for (const { name, file = name, runtime } of servers) {
    const path = runtime === 'go' ? `${folder}/${file}/main.go` : `${folder}/${file}.mjs`;
    if (existsSync(path)) files.set(name, path);
  }
  return files;
}
