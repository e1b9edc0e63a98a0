import { readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { plural } from '../terminal.mjs';
import { publicPackages } from '../workspace.mjs';
import { entryFields } from './entry-fields.mjs';
import { readText } from './files.mjs';

/**
 * @typedef {import('../workspace.mjs').Package} Package
 * @typedef {import('./finding.mjs').Fault} Fault
 */

const known = new Set([
  ...['package.json', 'tsconfig.json', 'tsconfig.test.json', 'README.md', 'CHANGELOG.md', 'LICENSE'],
  ...['src', 'test', 'bench', 'dist', 'node_modules', '.turbo'],
]);
const site = 'https://github.com/nextpress/nextpress';
const scripts = {
  build: 'tsc -b && node ../../scripts/bundle.mjs',
  typecheck: 'tsc -p tsconfig.test.json',
};

/** Every package is made in one way and says one sentence everywhere. @type {import('./finding.mjs').Check} */
export function checkPackageFacts(workspace) {
  const published = publicPackages(workspace);
  const table = readText('README.md');
  const engines = JSON.parse(readText('package.json')).engines.node;
  const faults = published.flatMap((pkg) => [
    ...nameFaults(pkg),
    ...sentenceFaults(pkg, table),
    ...fileFaults(pkg),
    ...manifestFaults(pkg, engines),
  ]);
  return { facts: `${plural(published.length, 'package')}, one sentence each`, faults };
}

/** @param {Package} pkg @returns {Fault[]} */
function nameFaults({ name, path }) {
  const wanted = path === 'packages/nextpress' ? 'nextpress' : `@nextpress/${basename(path)}`;
  if (name === wanted) return [];
  return [
    { where: `${path}/package.json`, problem: `named ${name}`, remedy: `name it ${wanted}, as its folder` },
  ];
}

/** @param {Package} pkg @param {string} table @returns {Fault[]} */
function sentenceFaults({ name, path, manifest }, table) {
  const sentence = manifest.description ?? '';
  const faults = [];
  const [title, , first] = readText(`${path}/README.md`).split('\n');
  if (title !== `# ${name}` || first !== sentence) {
    const remedy = `begin with "# ${name}", an empty line, and: ${sentence}`;
    faults.push({ where: `${path}/README.md`, problem: 'does not begin with its sentence', remedy });
  }
  const row = `| [\`${name}\`](${path}) | ${sentence} |`;
  if (!table.includes(row)) {
    faults.push({ where: 'README.md', problem: `no row for ${name}`, remedy: `add to the table: ${row}` });
  }
  return faults;
}

/** @param {Package} pkg @returns {Fault[]} */
function fileFaults({ path, folder }) {
  return readdirSync(folder)
    .filter((name) => !known.has(name) && name !== '.documented')
    .map((name) => ({
      where: `${path}/${name}`,
      problem: 'is one file too many',
      remedy:
        'configuration lives in package.json, tsconfig.json and tsconfig.test.json, code in src, test and bench',
    }));
}

/** @param {Package} pkg @param {string} engines @returns {Fault[]} */
function manifestFaults({ path, manifest }, engines) {
  const where = `${path}/package.json`;
  const json = JSON.parse(readText(where));
  /** @type {[boolean, string, string][]} */
  const rules = [
    [json.license === 'MIT', 'another licence', 'write "license": "MIT"'],
    [json.type === 'module', 'not a module', 'write "type": "module"'],
    [json.engines?.node === engines, 'other engines', `write "engines": { "node": "${engines}" }`],
    [json.sideEffects !== undefined, 'no sideEffects', 'write "sideEffects": false, or name the module'],
    [json.repository?.directory === path, 'wrong repository.directory', `write "${path}"`],
    [
      json.homepage === `${site}/tree/main/${path}#readme`,
      'wrong homepage',
      `write "${site}/tree/main/${path}#readme"`,
    ],
    [json.bugs === `${site}/issues`, 'wrong bugs', `write "${site}/issues"`],
    [json.scripts?.prepack === undefined, 'a prepack script', 'leave the build to scripts/release.mjs'],
    ...entryFields(manifest).map(
      ([name, actual, expected]) =>
        /** @type {[boolean, string, string]} */ ([
          JSON.stringify(actual) === JSON.stringify(expected),
          `another ${name}`,
          `write ${JSON.stringify(expected)}`,
        ]),
    ),
    ...Object.entries(scripts).map(
      ([name, command]) =>
        /** @type {[boolean, string, string]} */ ([
          json.scripts?.[name] === command,
          `another ${name} script`,
          `write "${name}": "${command}"`,
        ]),
    ),
  ];
  return rules.filter(([holds]) => !holds).map(([, problem, remedy]) => ({ where, problem, remedy }));
}
