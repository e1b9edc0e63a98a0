/** @module Generates tables of routes, and paths to look up in them. */

import fc from 'fast-check';

/** Lookups of each table. */
export const PATHS_PER_TABLE = 25;

/** Values that the constraints of the generated patterns accept. */
const VALUES = new Map([
  [String.raw`\d+`, ['1', '42']],
  ['[ab]+', ['a', 'b', 'ab', 'Ab']],
  ['a-b|x', ['a-b', 'x']],
  [String.raw`\w+`, ['a1', '1', 'B']],
  ['[^.]+', ['a-b', 'ab', 'ā']],
  ['a', ['a', 'A']],
]);
/** In the order in which `router.ml` knows them. */
export const CONSTRAINTS = [...VALUES.keys()];

/** `*` is every method. No route is for `PUT`. */
export const METHODS = ['*', 'GET', 'POST', 'PUT'];

/**
 * @typedef {object} Table
 * @property {{ strict: boolean, caseSensitive: boolean }} options
 * @property {boolean} isPrefix Whether the first route is looked up as a prefix, and nothing else.
 * @property {readonly { method: number, pattern: string }[]} routes Methods are positions in `METHODS`.
 * @property {number} removed How many of the last routes are removed again.
 * @property {readonly Lookup[]} lookups
 *
 * @typedef {{ method: number, path: string }} Lookup
 *
 * @typedef {object} Recipe Makes a path of a pattern.
 * @property {number} route
 * @property {readonly number[]} choices Of values and of optional parts.
 * @property {keyof typeof EDITS} edit
 * @property {number} at
 */

const LONG = 'abcdefghijklmnop';

/** Segments as people write them: text, captures without their names, or both. */
const SEGMENTS = [
  'a',
  'ab',
  'ac',
  LONG,
  `${LONG}q`,
  `${LONG.slice(0, 5)}b`,
  'ā',
  'āb',
  ':',
  ':',
  ':',
  ':',
  ':',
  ':(\\d+)',
  ':([ab]+)',
  ':(\\w+)',
  ':-:',
  ':.:-:',
  ':-:(\\d+)',
  ':--:',
  'a:',
  ':(\\d+)-:',
  ':-a',
  ':{.:}',
  'a{b}',
  '*',
  '*',
  'a*',
  ':-*',
];

/** Values of captures without a constraint. */
const FREE = [
  'a',
  'b',
  'ab',
  '1',
  'x',
  'A',
  'ā',
  LONG,
  'a-b',
  'a-1',
  'a.b',
  'a.b-c',
  'a--b',
  '---',
  '-a',
  'a-',
];
const WILD = ['', 'a', 'a', 'a/b', 'ab/a', 'a/b/a/b', '1/ab/a', '/a', 'a/', 'ac/ac/1', 'a-b/x', 'ā/ab'];

/** What is done to a path that a pattern matches. */
const EDITS = {
  nothing: (/** @type {string} */ path) => path,
  addSlash: (/** @type {string} */ path) => `${path}/`,
  removeLast: (/** @type {string} */ path) => path.slice(0, Math.max(1, path.length - 1)),
  addSegment: (/** @type {string} */ path) => `${path}/a`,
  doubleSlash: (/** @type {string} */ path, /** @type {number} */ at) => {
    const slash = path.indexOf('/', at % path.length);
    return slash === -1 ? `/${path}` : `${path.slice(0, slash)}/${path.slice(slash)}`;
  },
  raiseCase: (/** @type {string} */ path, /** @type {number} */ at) => {
    const from = at % path.length;
    return path.slice(0, from) + path.slice(from).toUpperCase();
  },
  replaceOne: (/** @type {string} */ path, /** @type {number} */ at) => {
    const from = at % path.length;
    return from === 0 ? path : `${path.slice(0, from)}b${path.slice(from + 1)}`;
  },
};

/** A pattern of segments, with a name for each capture. @param {readonly string[]} segments */
function named(segments) {
  let names = 0;
  return `/${segments.join('/').replace(/[:*]/g, (kind) => `${kind}"p${names++}"`)}`;
}

/** Patterns of one table. They share few segments, so that many match the same paths. @type {fc.Arbitrary<string[]>} */
const alike = fc
  .record({
    segments: fc.array(fc.constantFrom(...SEGMENTS), { minLength: 2, maxLength: 4 }),
    patterns: fc.array(fc.array(fc.nat(59), { minLength: 1, maxLength: 3 }), { minLength: 2, maxLength: 9 }),
  })
  .map(({ segments, patterns }) =>
    patterns.map((places) =>
      named(places.map((place) => /** @type {string} */ (segments[place % segments.length]))),
    ),
  );

/** @type {fc.Arbitrary<Recipe>} */
const recipe = fc.record({
  route: fc.nat(),
  choices: fc.array(fc.nat(), { minLength: 8, maxLength: 8 }),
  edit: fc.oneof(
    { arbitrary: fc.constant(/** @type {const} */ ('nothing')), weight: 3 },
    { arbitrary: fc.constantFrom(.../** @type {(keyof typeof EDITS)[]} */ (Object.keys(EDITS))), weight: 1 },
  ),
  at: fc.nat(),
});

/**
 * Most paths are made of a pattern of their table.
 *
 * @param {{ richPattern: fc.Arbitrary<string>, path: fc.Arbitrary<string> }} arbitraries Of the router's own tests.
 * @returns {fc.Arbitrary<Table>}
 */
export function tables({ richPattern, path }) {
  const patterns = fc.oneof(
    { arbitrary: alike, weight: 3 },
    { arbitrary: fc.array(richPattern, { minLength: 1, maxLength: 9 }), weight: 1 },
  );
  const methods = fc.array(fc.constantFrom(0, 1, 1, 1, 1, 2), { minLength: 9, maxLength: 9 });
  const place = fc.oneof({ arbitrary: recipe, weight: 5 }, { arbitrary: path, weight: 1 });
  const lookup = fc.record({ method: fc.constantFrom(0, 0, 1, 1, 1, 1, 1, 1, 2, 3), place });
  return fc
    .record({
      options: fc.record({ strict: fc.boolean(), caseSensitive: fc.boolean() }),
      isPrefix: fc.constantFrom(false, false, false, false, false, false, true),
      patterns,
      methods,
      removed: fc.constantFrom(0, 0, 1, 2),
      lookups: fc.array(lookup, { minLength: PATHS_PER_TABLE, maxLength: PATHS_PER_TABLE }),
    })
    .map(({ patterns: all, methods, lookups, ...table }) => {
      const patterns = table.isPrefix ? all.slice(0, 1) : all;
      return {
        ...table,
        routes: patterns.map((pattern, index) => ({ method: methods[index] ?? 0, pattern })),
        lookups: lookups.map(({ method, place }) => ({
          method,
          path: typeof place === 'string' ? place : pathOf(patterns, place),
        })),
      };
    });
}

/** The routes that a table removes again. @param {Table} table */
export const removedOf = ({ isPrefix, routes, removed }) =>
  isPrefix || removed === 0 ? [] : routes.slice(-removed);

/** @param {readonly string[]} patterns @param {Recipe} recipe */
function pathOf(patterns, { route, choices, edit, at }) {
  let taken = 0;
  const choose = (/** @type {readonly string[]} */ values) =>
    /** @type {string} */ (values[/** @type {number} */ (choices[taken++ % choices.length]) % values.length]);
  let path = /** @type {string} */ (patterns[route % patterns.length]);
  const group = /\{([^{}]*)\}/;
  while (group.test(path)) path = path.replace(group, (_, content) => choose([content, content, '']));
  path = path.replace(/:"\w+"(?:\(([^()]*)\))?(\??)/g, (_, constraint, mark) => {
    const accepted = VALUES.get(constraint);
    const value =
      accepted === undefined ? choose(FREE) : choose([...accepted, ...accepted, ...FREE.slice(0, 2)]);
    return mark === '' ? value : choose([value, value, '']);
  });
  path = path.replace(/\*(?:"\w+")?/g, () => choose(WILD));
  return EDITS[edit](path, at);
}
