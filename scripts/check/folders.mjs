import { posix } from 'node:path';
import { plural } from '../terminal.mjs';
import { filesIn, readText } from './files.mjs';

const { dirname, join } = posix;

/** Relative imports, of types too. */
const IMPORT = /(?:from |import\(|^import )'(\.[^']+)'/gm;

/** In a package, no two folders import each other, directly or through others. @type {import('./finding.mjs').Check} */
export function checkFolders(workspace) {
  const packages = workspace.filter(({ path }) => path.startsWith('packages/'));
  const graphs = packages.map(({ path }) => importsOf(`${path}/src`, readText));
  return {
    facts: `${plural(graphs.length, 'package')} without cycles of folders`,
    problems: graphs.flatMap((graph) =>
      cyclesOf(graph).map((cycle) => ({
        where: cycle[0] ?? '',
        problem: `imports itself through ${cycle.slice(1).join(', ')}`,
        remedy: 'move what both need into one of them, or into a folder below',
      })),
    ),
  };
}

/**
 * What each folder imports. Files of `src` itself are folders of their own, so that public files may be above some folders and below others.
 *
 * @param {string} source
 * @param {(path: string) => string} read
 * @returns {Map<string, Set<string>>}
 */
function importsOf(source, read) {
  /** @type {Map<string, Set<string>>} */
  const graph = new Map();
  const folderOf = (/** @type {string} */ path) => (dirname(path) === source ? path : dirname(path));
  for (const path of filesIn(source, /\.ts$/)) {
    const folder = folderOf(path);
    const imports = graph.get(folder) ?? new Set();
    graph.set(folder, imports);
    for (const [, specifier = ''] of read(path).matchAll(IMPORT)) {
      const imported = folderOf(join(dirname(path), specifier));
      if (imported !== folder) imports.add(imported);
    }
  }
  return graph;
}

/**
 * The shortest cycle through each folder that is in one, each cycle once.
 *
 * @param {ReadonlyMap<string, ReadonlySet<string>>} graph
 * @returns {string[][]}
 */
export function cyclesOf(graph) {
  /** @type {Map<string, string[]>} */
  const cycles = new Map();
  for (const start of graph.keys()) {
    const cycle = pathBack(graph, start);
    const key = cycle?.toSorted().join();
    if (cycle !== undefined && key !== undefined && !cycles.has(key)) cycles.set(key, cycle);
  }
  return [...cycles.values()];
}

/**
 * @param {ReadonlyMap<string, ReadonlySet<string>>} graph
 * @param {string} start
 * @returns {string[] | undefined} The folders of the shortest way from a folder back to itself.
 */
function pathBack(graph, start) {
  const seen = new Set();
  let paths = [[start]];
  while (paths.length > 0) {
    const next = [];
    for (const path of paths) {
      for (const folder of graph.get(path.at(-1) ?? '') ?? []) {
        if (folder === start) return path;
        if (seen.has(folder)) continue;
        seen.add(folder);
        next.push([...path, folder]);
      }
    }
    paths = next;
  }
  return undefined;
}
