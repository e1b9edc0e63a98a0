import { basename } from 'node:path';
import { plural } from '../terminal.mjs';
import { publicPackages } from '../workspace.mjs';
import { entryFields } from './entry-fields.mjs';
import { readText } from './files.mjs';

/**
 * @typedef {import('../workspace.mjs').Package} Package
 * @typedef {import('./finding.mjs').Problem} Problem
 */

/** `npm create nextpress` looks for a package with this name. */
const UNSCOPED = new Set(['nextpress', 'create-nextpress']);
const SITE = 'https://github.com/nextpress/nextpress';
const SCRIPTS = {
  build: 'tsc -b && node ../../scripts/bundle.mjs',
  typecheck: 'tsc -p tsconfig.test.json',
};

/** All packages have the same metadata and scripts. @type {import('./finding.mjs').Check} */
export function checkPackageFacts(workspace) {
  const published = publicPackages(workspace);
  const byName = new Map(published.map((pkg) => [pkg.name, pkg]));
  const engines = JSON.parse(readText('package.json')).engines.node;
  const problems = published.flatMap((pkg) => [
    ...manifestProblems(pkg, engines),
    ...dependencyProblems(pkg, byName),
  ]);
  return { facts: plural(published.length, 'package'), problems };
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
