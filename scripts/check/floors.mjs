import { plural } from '../terminal.mjs';
import { publicPackages } from '../workspace.mjs';
import { filesIn, readText } from './files.mjs';
import { importSpecifiers, packageOf } from './import-specifiers.mjs';

/**
 * @typedef {import('../workspace.mjs').Package} Package
 * @typedef {import('./finding.mjs').Fault} Fault
 */

/** Dependencies only go down, and nothing that is published depends on anything outside the workspace. @type {import('./finding.mjs').Check} */
export function checkFloors(workspace) {
  const published = publicPackages(workspace);
  const byName = new Map(published.map((pkg) => [pkg.name, pkg]));
  const internal = workspace.filter(({ room }) => room === 'internal');
  const faults = [
    ...published.flatMap((pkg) => [...manifestFaults(pkg, byName), ...importFaults(pkg, byName)]),
    ...internal.flatMap((pkg) => groundFaults(pkg, byName)),
  ];
  const floors = new Set(published.map(({ manifest }) => manifest.nextpress?.floor));
  return { facts: `${plural(published.length, 'package')} on ${plural(floors.size, 'floor')}`, faults };
}

/** @param {Package} pkg @param {ReadonlyMap<string, Package>} byName @returns {Fault[]} */
function manifestFaults({ path, manifest }, byName) {
  const where = `${path}/package.json`;
  const floor = manifest.nextpress?.floor;
  if (floor === undefined) {
    return [{ where, problem: 'no floor', remedy: 'add "nextpress": { "floor": … } (docs/README.md)' }];
  }
  const kinds = /** @type {const} */ (['dependencies', 'peerDependencies', 'optionalDependencies']);
  const runtime = kinds.flatMap((kind) => Object.entries(manifest[kind] ?? {}));
  const dev = Object.keys(manifest.devDependencies ?? {}).filter((name) => byName.has(name));
  return [
    ...runtime.flatMap(([name, range]) => {
      const below = byName.get(name);
      if (below === undefined) return manifest.nextpress?.optIn ? [] : [outside(where, name)];
      if (range !== 'workspace:^') {
        return [{ where, problem: `${name} is asked for as ${range}`, remedy: 'write "workspace:^"' }];
      }
      return edgeFaults(where, floor, below);
    }),
    ...dev.flatMap((name) => edgeFaults(where, floor, /** @type {Package} */ (byName.get(name)))),
  ];
}

/** @param {Package} pkg @param {ReadonlyMap<string, Package>} byName @returns {Fault[]} */
function importFaults({ path, name, manifest }, byName) {
  return filesIn(`${path}/src`, /\.ts$/).flatMap((file) =>
    importSpecifiers(readText(file)).flatMap(({ specifier, line }) => {
      if (/^(node:|\.)/.test(specifier)) return [];
      const where = `${file}:${line}`;
      const imported = packageOf(specifier);
      const below = byName.get(imported);
      if (imported === name) {
        return [{ where, problem: `imports ${specifier} by name`, remedy: 'import the file it is in' }];
      }
      if (below === undefined) return manifest.nextpress?.optIn ? [] : [outside(where, imported)];
      if (manifest.dependencies?.[imported] === undefined) {
        return [{ where, problem: `imports ${imported}`, remedy: `add it to ${path}/package.json` }];
      }
      return edgeFaults(where, manifest.nextpress?.floor ?? 0, below);
    }),
  );
}

/** The tools below every floor take factories: they import no package. @param {Package} pkg @param {ReadonlyMap<string, Package>} byName @returns {Fault[]} */
function groundFaults({ path }, byName) {
  return filesIn(path, /\.ts$/).flatMap((file) =>
    importSpecifiers(readText(file))
      .filter(({ specifier }) => byName.has(packageOf(specifier)))
      .map(({ specifier, line }) => ({
        where: `${file}:${line}`,
        problem: `internal imports ${specifier}`,
        remedy: 'take a factory as an argument and let the package pass itself',
      })),
  );
}

/** @param {string} where @param {number} floor @param {Package} below @returns {Fault[]} */
function edgeFaults(where, floor, below) {
  const other = below.manifest.nextpress?.floor ?? 0;
  if (other < floor) return [];
  const problem = `${below.name} is on floor ${other}, this package on floor ${floor}`;
  return [{ where, problem, remedy: 'move what both need to a lower floor, or pass it in' }];
}

/** @param {string} where @param {string} name @returns {Fault} */
function outside(where, name) {
  return {
    where,
    problem: `${name} is a runtime dependency outside the workspace`,
    remedy: 'write what is needed of it, or make the package opt-in ("nextpress": { "optIn": true })',
  };
}
