import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * What `driver.mjs` of an application exports by default.
 *
 * @typedef {object} Driver
 * @property {string} does What the requests exercise, for the table.
 * @property {readonly string[]} [packages] Whose versions the table shows, unless it is the package of the folder's name.
 * @property {4} [expressVersion] The version the application was written for, when it is not Express 5.
 * @property {string} [staysInNode] What the table says when none of its requests are in the fast lane.
 * @property {boolean} [isFast] Belongs to the subset that `.ci/run` runs.
 * @property {string} [main] The file that starts the server, from the install folder: `server.mjs` unless given.
 * @property {readonly string[]} [shared] Files of `tests/applications/shared` that are copied next to the server.
 * @property {readonly string[]} [args] Command-line arguments. `$PORT` and `$DATA` are replaced.
 * @property {NodeJS.ProcessEnv} [env] Environment. `$PORT` and `$DATA` are replaced.
 * @property {readonly RegExp[]} [volatile] Text that differs from run to run, in headers and bodies.
 * @property {(visit: import('./serve.mjs').Visit) => Promise<void>} [run] Sends the requests.
 * @property {Suite} [suite] Instead of `run`: the tests that the package is published with.
 *
 * @typedef {object} Suite
 * @property {readonly string[]} command Arguments of `node`, from the folder.
 * @property {string} [folder] From the install folder: where the tests are.
 * @property {readonly string[]} [offline] Beginnings of the titles of tests that need the Internet.
 *
 * @typedef {object} Manifest
 * @property {Record<string, string>} dependencies
 * @property {Record<string, unknown>} [overrides]
 * @property {Record<string, string>} [scripts]
 * @property {{ node?: string }} [engines]
 *
 * @typedef {object} Application
 * @property {string} name Its folder's name.
 * @property {string} folder
 * @property {Manifest} manifest
 * @property {Driver} driver
 */

const folder = fileURLToPath(new URL('../apps/', import.meta.url));

/** @returns {Promise<Application[]>} */
export function readApplications() {
  return Promise.all(readdirSync(folder).sort().map(readApplication));
}

/** @param {string} name @returns {Promise<Application>} */
async function readApplication(name) {
  const manifest = JSON.parse(readFileSync(join(folder, name, 'package.json'), 'utf8'));
  const { default: driver } = await import(new URL(`../apps/${name}/driver.mjs`, import.meta.url).href);
  return { name, folder: join(folder, name), manifest, driver };
}

/**
 * Why an application cannot run here, or `undefined`.
 *
 * @param {Application} application
 * @param {string} [node] the version of Node
 */
export function reasonToSkip({ manifest }, node = process.versions.node) {
  const [, least] = /^>=\s*(\d+)/.exec(manifest.engines?.node ?? '') ?? [];
  const major = Number(node.split('.')[0]);
  return least !== undefined && major < Number(least) ? `needs Node ${least}` : undefined;
}
