import { posix } from 'node:path';
import { plural } from '../terminal.mjs';
import { publicPackages } from '../workspace.mjs';
import { filesIn, readText } from './files.mjs';

/**
 * @typedef {import('./finding.mjs').Fault} Fault
 *
 * @typedef {object} Source
 * @property {string} path From the package's `src`.
 * @property {string} text
 */

/** The public files of a package: every room may use them, and they use every room. */
const ENTRANCE = '.';

/** Inside a package too imports go down: of two rooms, which are folders, at most one needs the other. @type {import('./finding.mjs').Check} */
export function checkRooms(workspace) {
  const packages = publicPackages(workspace).map(({ path }) => ({
    path,
    sources: filesIn(`${path}/src`, /\.ts$/).map((file) => ({
      path: posix.relative(`${path}/src`, file),
      text: readText(file),
    })),
  }));
  const rooms = packages.reduce((sum, { sources }) => sum + new Set(sources.map(roomOf)).size, 0);
  const faults = packages.flatMap(({ path, sources }) =>
    roomFaults(sources).map((fault) => ({ ...fault, where: `${path}/src/${fault.where}` })),
  );
  return { facts: plural(rooms, 'room'), faults };
}

/** The imports by which a room reaches itself. @param {readonly Source[]} sources @returns {Fault[]} */
export function roomFaults(sources) {
  const imports = sources.flatMap(importsOf);
  return imports
    .filter(({ from, to }) => reaches(to, from, imports))
    .map(({ where, from, to }) => ({
      where,
      problem: `${from} imports ${to}, which needs ${from}`,
      remedy: 'move what both need to the lower room, or import a type alone',
    }));
}

/**
 * What a file has of other rooms when it runs: types are gone by then.
 *
 * @param {Source} source
 */
function importsOf(source) {
  const from = roomOf(source);
  return [...source.text.matchAll(/^(?:import|export) (?!type\b)[^;]*?from '(\.[^']+)'/gm)]
    .map(([, specifier]) => roomOf({ path: posix.join(posix.dirname(source.path), String(specifier)) }))
    .filter((to) => to !== from && to !== ENTRANCE && from !== ENTRANCE)
    .map((to) => ({ where: source.path, from, to }));
}

/** @param {Pick<Source, 'path'>} source */
function roomOf({ path }) {
  return posix.dirname(path);
}

/** @param {string} from @param {string} to @param {readonly { from: string, to: string }[]} imports */
function reaches(from, to, imports) {
  const seen = new Set([from]);
  for (const room of seen) {
    if (room === to) return true;
    for (const next of imports) if (next.from === room) seen.add(next.to);
  }
  return false;
}
