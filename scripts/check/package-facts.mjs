import { readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { packageEntries } from '../package-entries.mjs';
import { plural } from '../terminal.mjs';
import { publicPackages } from '../workspace.mjs';
import { entryFields } from './entry-fields.mjs';
import { readText } from './files.mjs';

/**
 * @typedef {import('../workspace.mjs').Package} Package
 * @typedef {import('./finding.mjs').Problem} Problem
 */

const FILES = new Set([
  ...['package.json', 'tsconfig.json', 'tsconfig.test.json', 'README.md', 'CHANGELOG.md', 'LICENSE'],
  ...['src', 'templates', 'test', 'bench', 'dist', 'node_modules', '.turbo', '.documented'],
]);
/** `npm create nextpress` looks for a package with this name. */
const UNSCOPED = new Set(['nextpress', 'create-nextpress']);
const SITE = 'https://github.com/nextpress/nextpress';
const SCRIPTS = {
  build: 'tsc -b && node ../../scripts/bundle.mjs',
  typecheck: 'tsc -p tsconfig.test.json',
};

/** All packages have the same files, metadata and scripts. @type {import('./finding.mjs').Check} */
export function checkPackageFacts(workspace) {
  const published = publicPackages(workspace);
  const byName = new Map(published.map((pkg) => [pkg.name, pkg]));
  const overview = readText('README.md');
  const engines = JSON.parse(readText('package.json')).engines.node;
  const problems = published.flatMap((pkg) => [
    ...descriptionProblems(pkg, overview),
    ...fileProblems(pkg),
    ...manifestProblems(pkg, engines),
    ...dependencyProblems(pkg, byName),
  ]);
  const internal = workspace.filter(
    ({ group, name }) => group === 'tests' && name.startsWith('@nextpress-internal/'),
  );
  problems.push(...internal.flatMap((pkg) => internalProblems(pkg, byName)));
  return { facts: plural(published.length, 'package'), problems };
}

/** The description is the first sentence of the README of a package, and the README of all links to it. @param {Package} pkg @param {string} overview @returns {Problem[]} */
function descriptionProblems({ name, path, manifest }, overview) {
  const description = manifest.description ?? '';
  const problems = [];
  const [title, , first] = readText(`${path}/README.md`).split('\n');
  if (title !== `# ${name}` || first !== description) {
    const remedy = `start with "# ${name}", an empty line, and: ${description}`;
    problems.push({ where: `${path}/README.md`, problem: 'does not start with the description', remedy });
  }
  if (!overview.includes(`](${path})`)) {
    const remedy = 'link to it where the README says what is in the box, what to add, or what works alone';
    problems.push({ where: 'README.md', problem: `has no link to ${path}`, remedy });
  }
  return problems;
}

/** @param {Package} pkg @returns {Problem[]} */
function fileProblems({ path, folder, manifest }) {
  const remedy = `a package has only ${[...FILES].join(', ')}, and the folders of its entries`;
  const entries = packageEntries(folder, manifest).map(({ subpath }) => subpath.split('/')[1]);
  return readdirSync(folder)
    .filter((name) => !FILES.has(name) && !entries.includes(name))
    .map((name) => ({ where: `${path}/${name}`, problem: 'unexpected file', remedy }));
}

/** @param {Package} pkg @param {string} engines @returns {Problem[]} */
function manifestProblems({ path, manifest }, engines) {
  const where = `${path}/package.json`;
  const json = JSON.parse(readText(where));
  /** @type {[string, unknown, unknown][]} */
  const fields = [
    ['name', json.name, UNSCOPED.has(basename(path)) ? basename(path) : `@nextpress/${basename(path)}`],
    ['license', json.license, 'MIT'],
    ['type', json.type, 'module'],
    ['engines.node', json.engines?.node, engines],
    ['repository.directory', json.repository?.directory, path],
    ['homepage', json.homepage, `${SITE}/tree/main/${path}#readme`],
    ['bugs', json.bugs, `${SITE}/issues`],
    // Packages are published in parallel, so a prepack script would rebuild what another is packing.
    ['scripts.prepack', json.scripts?.prepack, undefined],
    ...entryFields(manifest),
    ...Object.entries(SCRIPTS).map(
      ([name, command]) =>
        /** @type {[string, unknown, unknown]} */ ([`scripts.${name}`, json.scripts?.[name], command]),
    ),
  ];
  const problems = fields
    .filter(([, actual, expected]) => JSON.stringify(actual) !== JSON.stringify(expected))
    .map(([name, actual, expected]) => ({
      where,
      problem: `invalid ${name}: got ${JSON.stringify(actual)}`,
      remedy: expected === undefined ? 'remove it' : `write ${JSON.stringify(expected)}`,
    }));
  if (json.sideEffects !== undefined) return problems;
  return [
    ...problems,
    { where, problem: 'no sideEffects', remedy: 'write "sideEffects": false or list files' },
  ];
}

/** A package has a floor, and depends at run time on packages of this repository only. @param {Package} pkg @param {ReadonlyMap<string, Package>} byName @returns {Problem[]} */
function dependencyProblems({ path, manifest }, byName) {
  const where = `${path}/package.json`;
  const { floor, optIn = false } = manifest.nextpress ?? {};
  if (floor === undefined) {
    return [{ where, problem: 'no floor', remedy: 'add "nextpress": { "floor": … } (CONTRIBUTING.md)' }];
  }
  const { dependencies, peerDependencies, optionalDependencies } = manifest;
  const runtime = Object.entries({ ...dependencies, ...peerDependencies, ...optionalDependencies });
  const external = runtime.filter(([name]) => !byName.has(name) && !optIn);
  const pinned = runtime.filter(([name, range]) => byName.has(name) && range !== 'workspace:^');
  return [
    ...external.map(([name]) => ({
      where,
      problem: `${name} is a runtime dependency outside the repository`,
      remedy: 'implement what is needed, or mark the package as opt-in ("nextpress": { "optIn": true })',
    })),
    ...pinned.map(([name, range]) => ({
      where,
      problem: `${name} is ${range}`,
      remedy: 'write "workspace:^"',
    })),
  ];
}

/** Internal packages take factories: a dependency on a public package would be a cycle. @param {Package} pkg @param {ReadonlyMap<string, Package>} byName @returns {Problem[]} */
function internalProblems({ path, manifest }, byName) {
  return Object.keys({ ...manifest.dependencies, ...manifest.devDependencies })
    .filter((name) => byName.has(name))
    .map((name) => ({
      where: `${path}/package.json`,
      problem: `an internal package depends on ${name}`,
      remedy: 'take a factory as a parameter and let the package pass itself',
    }));
}
