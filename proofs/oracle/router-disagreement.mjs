/** @module Makes disagreements about the router small, and prints them as tests. */

import { METHODS, removedOf } from './router-tables.mjs';

/**
 * @typedef {import('./router-tables.mjs').Table} Table
 *
 * @typedef {object} Disagreement
 * @property {Table} table With one lookup.
 * @property {import('./router-questions.mjs').Question} question
 * @property {unknown} expected
 * @property {string} actual
 */

/**
 * Leaves out routes and parts of patterns and of the path while a disagreement stays.
 *
 * @template {{ table: Table }} Wrong
 * @param {Wrong} wrong
 * @param {(tables: readonly Table[]) => Wrong | undefined} findWrong Finds the first table that is wrong.
 * @returns {Wrong}
 */
export function minimized(wrong, findWrong) {
  let smallest = wrong;
  for (let smaller; ; smallest = smaller) {
    smaller = findWrong(smallerTables(smallest.table));
    if (smaller === undefined) return smallest;
  }
}

/** @param {Table} table @returns {Table[]} */
function smallerTables(table) {
  const { routes, removed, lookups } = table;
  const [lookup] = lookups;
  if (lookup === undefined) return [];
  const { path } = lookup;
  const fewer = routes.map((_, index) => ({ ...table, routes: routes.toSpliced(index, 1) }));
  const shorter = places(path).map((at) => ({ ...table, lookups: [{ ...lookup, path: without(path, at) }] }));
  const simpler = routes.flatMap(({ pattern, method }, index) =>
    places(pattern).map((at) => ({
      ...table,
      routes: routes.with(index, { method, pattern: without(pattern, at) }),
    })),
  );
  const segments = routes.flatMap(({ pattern, method }, index) =>
    places(pattern.split('/')).map((at) => ({
      ...table,
      routes: routes.with(index, { method, pattern: withoutSegment(pattern, at) }),
      lookups: [{ ...lookup, path: withoutSegment(path, at) }],
    })),
  );
  const unchanged = removed > 0 ? [{ ...table, removed: 0 }] : [];
  return [...unchanged, ...fewer, ...segments.slice(1), ...shorter.slice(1), ...simpler];
}

/** @param {ArrayLike<unknown>} text */
const places = (text) => Array.from({ length: text.length }, (_, at) => at);

/** @param {string} text @param {number} at */
const without = (text, at) => text.slice(0, at) + text.slice(at + 1);

/** @param {string} path @param {number} at */
const withoutSegment = (path, at) => path.split('/').toSpliced(at, 1).join('/');

/** A disagreement as a failing test. @param {Disagreement} disagreement */
export function testOf({ table, question: { precedence, code }, expected, actual }) {
  const { options, isPrefix, routes, lookups } = table;
  const [{ method, path } = { method: 1, path: '/' }] = lookups;
  const optionsOf = (/** @type {object} */ more) =>
    `{ ...${JSON.stringify({ ...options, ...more })}, decode: (raw) => raw }`;
  return [
    `test('a lookup finds what the specification says', () => {`,
    ...(isPrefix
      ? [
          `  const router = createMatcher(${JSON.stringify(routes[0]?.pattern)}, ${optionsOf({ end: false })});`,
        ]
      : [`  const router = createRouter(${optionsOf({ precedence })});`, ...changesOf(table)]),
    `  const [method, path] = ['${METHODS[method]}', ${JSON.stringify(path)}];`,
    `  // The router: ${actual}`,
    `  expect(${code}).toEqual(${JSON.stringify(expected)});`,
    '});',
  ].join('\n');
}

/** The changes that `routersOf` makes. @param {Table} table */
function changesOf(table) {
  const compile = `  router.find('GET', '/'), router.routesFor('/');`;
  const added = table.routes.map(
    ({ method, pattern }, value) =>
      `  router.add('${METHODS[method]}', ${JSON.stringify(pattern)}, ${value});`,
  );
  const removed = removedOf(table).map(
    ({ method, pattern }) => `  router.remove('${METHODS[method]}', ${JSON.stringify(pattern)});`,
  );
  return [...added.slice(0, -1), compile, ...added.slice(-1), compile, ...removed];
}
