/** @module Compares the router with the programs extracted from its proof. */

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import fc from 'fast-check';
import { built } from './under-test.mjs';

/** The constraints of the generated patterns, in the order in which `router.ml` knows them. */
const CONSTRAINTS = [String.raw`\d+`, '[ab]+', 'a-b|x', String.raw`\w+`, '[^.]+', 'a'];
const METHODS = ['*', 'GET', 'POST'];
const PATHS_PER_TABLE = 25;
const TABLES_PER_BATCH = 400;

/**
 * @typedef {object} Table
 * @property {{ strict: boolean, caseSensitive: boolean }} options
 * @property {readonly { method: number, pattern: string }[]} routes Methods are positions in `METHODS`.
 * @property {number} removed How many of the last routes are removed again.
 * @property {readonly { method: number, path: string }[]} lookups
 *
 * @typedef {object} Form A form of a route, as the router compiles it.
 * @property {number} route
 * @property {readonly string[]} names
 * @property {readonly boolean[]} lists
 *
 * @typedef {{ value: number, params: Record<string, unknown> }} Match
 *
 * @typedef {object} Disagreement
 * @property {Table} table With one lookup.
 * @property {string} expected
 * @property {string} actual
 */

const LONG = 'abcdefghijklmnop';

/** Patterns as people write them: a kind of capture for each segment, or text. */
const segments = fc
  .array(
    fc.constantFrom(
      'a',
      'ab',
      LONG,
      `${LONG}q`,
      ':',
      ':',
      ':(\\d+)',
      ':-:',
      ':.:-:',
      'a:',
      ':(\\d+)-:',
      ':-a',
      '*',
      'a*',
    ),
    { minLength: 1, maxLength: 5 },
  )
  .map((parts) => {
    let names = 0;
    return `/${parts.join('/').replace(/[:*]/g, (kind) => `${kind}p${names++}`)}`;
  });

/** Paths for them. */
const segmentPath = fc
  .array(fc.constantFrom('a', 'ab', 'AB', LONG, `${LONG}q`, '1', '1-a', 'a-b', 'a.b-c', 'aa', '-a', ''), {
    minLength: 1,
    maxLength: 6,
  })
  .map((parts) => `/${parts.join('/')}`);

/** @param {{ richPattern: fc.Arbitrary<string>, path: fc.Arbitrary<string> }} arbitraries Of the router's own tests. @returns {fc.Arbitrary<Table>} */
export function tables({ richPattern, path }) {
  const pattern = fc.oneof({ arbitrary: richPattern, weight: 2 }, { arbitrary: segments, weight: 1 });
  const method = fc.constantFrom(0, 1, 1, 2);
  return fc.record({
    options: fc.record({ strict: fc.boolean(), caseSensitive: fc.boolean() }),
    routes: fc.array(fc.record({ method, pattern }), { minLength: 1, maxLength: 9 }),
    removed: fc.constantFrom(0, 0, 1, 2),
    lookups: fc.array(fc.record({ method: fc.constantFrom(1, 2), path: fc.oneof(path, segmentPath) }), {
      minLength: PATHS_PER_TABLE,
      maxLength: PATHS_PER_TABLE,
    }),
  });
}

/**
 * Looks up generated paths in generated tables.
 *
 * @param {object} run
 * @param {number} run.cases Lookups.
 * @param {number} run.seed
 * @param {any} run.current The module `router-entry.ts`.
 * @param {any} [run.tested] The same with a mistake.
 * @param {boolean} [run.minimizes] Whether a disagreement is made as small as possible.
 * @param {(done: number) => void} [run.onProgress]
 * @returns {Promise<{ cases: number, disagreement?: Disagreement }>}
 */
export async function checkRouter({
  cases,
  seed,
  current,
  tested = current,
  minimizes = true,
  onProgress = () => {},
}) {
  let done = 0;
  for (let batch = 0; done < cases; batch++) {
    const count = Math.min(TABLES_PER_BATCH, Math.ceil((cases - done) / PATHS_PER_TABLE));
    const sample = fc.sample(tables(current), { numRuns: count, seed: seed + batch });
    const wrong = compare(sample, current, tested);
    if (wrong !== undefined) {
      if (!minimizes) return { cases: done + wrong.cases, disagreement: wrong };
      const table = minimized(wrong.table, (smaller) => compare([smaller], current, tested) !== undefined);
      const disagreement = /** @type {Disagreement} */ (compare([table], current, tested));
      return { cases: done + wrong.cases, disagreement };
    }
    done += count * PATHS_PER_TABLE;
    onProgress(done);
  }
  return { cases: done };
}

/**
 * @param {readonly Table[]} sample
 * @param {any} current
 * @param {any} tested
 * @returns {(Disagreement & { cases: number }) | undefined}
 */
function compare(sample, current, tested) {
  const prepared = sample.map((table) => prepare(table, current));
  const answers = askModel(prepared);
  let cases = 0;
  for (const { table, forms } of prepared) {
    const routers = tryTo(() => routersOf(table, tested));
    for (const lookup of table.lookups) {
      const expected = expectedOf(answers[cases++] ?? '', forms);
      const actual = 'error' in routers ? [String(routers.error)] : actualOf(routers.value, lookup, expected);
      const wrong = expected.findIndex((line, index) => line !== actual[index]);
      if (wrong === -1) continue;
      return {
        table: { ...table, lookups: [lookup] },
        expected: String(expected[wrong]),
        actual: String(actual[wrong]),
        cases,
      };
    }
  }
  return undefined;
}

/** Leaves out patterns that the router refuses or the model does not know, and compiles the others. @param {Table} table @param {any} current */
function prepare(table, { compilePattern }) {
  const options = { ...table.options, canonicalize: undefined, decode: raw, lenient: false };
  const compiled = table.routes.flatMap((route) => {
    try {
      const forms = compilePattern(route.pattern, options);
      for (const form of forms) formNumbers(form);
      return [{ route, forms }];
    } catch {
      return [];
    }
  });
  const valid = { ...table, routes: compiled.map(({ route }) => route) };
  const removed = removedOf(valid);
  const forms = compiled.flatMap(({ route: { method, pattern }, forms }, route) =>
    removed.some((other) => other.method === method && other.pattern === pattern)
      ? []
      : forms.map((/** @type {any} */ form) => ({ ...form, route, method })),
  );
  return { table: valid, forms };
}

/** @param {Table} table */
const removedOf = ({ routes, removed }) => (removed === 0 ? [] : routes.slice(-removed));

/** @param {string} value */
const raw = (value) => value;

/** @template Value @param {() => Value} run @returns {{ value: Value } | { error: unknown }} */
function tryTo(run) {
  try {
    return { value: run() };
  } catch (error) {
    return { error };
  }
}

/** A router for each order of precedence; the second is missing if two of the patterns are equal. @param {Table} table @param {any} tested */
function routersOf(table, { createRouter }) {
  const make = (/** @type {string} */ precedence) => {
    const router = createRouter({ ...table.options, precedence, decode: raw });
    for (const [index, { method, pattern }] of table.routes.entries()) {
      router.add(METHODS[method], pattern, index);
    }
    for (const { method, pattern } of removedOf(table)) router.remove(METHODS[method], pattern);
    return router;
  };
  const specific = tryTo(() => make('specificity'));
  return {
    registration: make('registration'),
    specificity: 'value' in specific ? specific.value : undefined,
  };
}

/** What the model found, as text: the first match and all of them, by registration and by specificity. @param {string} answer @param {readonly Form[]} forms */
function expectedOf(answer, forms) {
  return answer.split('\t').map((matches, index) => {
    if (matches === '') return index % 2 === 0 ? 'nothing' : '';
    return matches
      .split(';')
      .map((match) => matchOf(match, forms))
      .join('\n');
  });
}

/** @param {string} match @param {readonly Form[]} forms */
function matchOf(match, forms) {
  const [id = '', written = ''] = match.split(':');
  const { route, names, lists } = /** @type {Form} */ (forms[Number(id)]);
  const values = written
    .split(',')
    .map((value) => (value === '' ? '' : String.fromCharCode(...value.split('.').map(Number))));
  const params = names.map((name, index) => [name, lists[index] ? values[index]?.split('/') : values[index]]);
  return textOf({ value: route, params: Object.fromEntries(params) });
}

/** @param {Match} match */
function textOf({ value, params }) {
  const sorted = Object.entries(params).sort(([a], [b]) => (a < b ? -1 : 1));
  return `${value} ${JSON.stringify(sorted)}`;
}

/**
 * The same of the router.
 *
 * @param {ReturnType<typeof routersOf>} routers
 * @param {{ method: number, path: string }} lookup
 * @param {readonly string[]} expected
 */
function actualOf({ registration, specificity }, { method, path }, expected) {
  const lookUp = (/** @type {any} */ router) => {
    const found = router.find(METHODS[method], path);
    const all = router.findAll(METHODS[method], path).map(textOf);
    return [found === undefined ? 'nothing' : textOf(found), all.join('\n')];
  };
  const result = tryTo(() => [
    ...lookUp(registration),
    ...(specificity === undefined ? expected.slice(2) : lookUp(specificity)),
  ]);
  return 'error' in result ? [String(result.error)] : result.value;
}

/** @param {readonly { table: Table, forms: readonly any[] }[]} prepared @returns {string[]} An answer for each lookup. */
function askModel(prepared) {
  const lines = prepared.flatMap(({ table, forms }) => [
    [
      'T',
      Number(!table.options.caseSensitive),
      Number(table.options.strict),
      forms.length,
      ...forms.flatMap(formNumbers),
    ],
    ...table.lookups.map(({ method, path }) => ['P', method, ...textNumbers(path)]),
  ]);
  const { status, stdout, stderr, error } = spawnSync(join(built, 'router/router'), {
    input: `${lines.map((line) => line.join(' ')).join('\n')}\n`,
    encoding: 'utf8',
    maxBuffer: 1e9,
  });
  if (status !== 0) throw new Error(`The extracted program has failed: ${error ?? stderr}`);
  return stdout.split('\n');
}

/** @param {{ method: number, steps: readonly any[] }} form @returns {number[]} */
const formNumbers = ({ method, steps }) => [method, steps.length, ...steps.flatMap(stepNumbers)];

/** @param {any} step @returns {number[]} */
function stepNumbers(step) {
  switch (step.kind) {
    case 'text':
      return [0, ...textNumbers(step.text)];
    case 'rest':
      return [1, constraintNumber(step.constraint)];
    case 'until':
      return [2, ...textNumbers(step.text), constraintNumber(step.constraint), Number(step.beforeWildcard)];
    case 'composite': {
      const [first, ...others] = step.constraints;
      const pairs = others.flatMap((/** @type {any} */ constraint, /** @type {number} */ index) => [
        ...textNumbers(step.separators[index]),
        constraintNumber(constraint),
      ]);
      return [3, constraintNumber(first), others.length, ...pairs, ...textNumbers(step.separators.at(-1))];
    }
    case 'wildcard':
      return [4, step.least, ...textNumbers(step.stop)];
    default:
      throw new Error(`The model has no step "${step.kind}"`);
  }
}

/** @param {string} text */
const textNumbers = (text) => [
  text.length,
  ...Array.from({ length: text.length }, (_, at) => text.charCodeAt(at)),
];

/** @param {{ source: string } | undefined} constraint */
function constraintNumber(constraint) {
  if (constraint === undefined) return -1;
  const number = CONSTRAINTS.indexOf(constraint.source);
  if (number === -1) throw new Error(`The model has no constraint "${constraint.source}"`);
  return number;
}

/**
 * Leaves out routes and parts of the path while the disagreement stays.
 *
 * @param {Table} table
 * @param {(table: Table) => boolean} disagrees
 */
export function minimized(table, disagrees) {
  let smallest = table;
  for (let isSmaller = true; isSmaller; ) {
    isSmaller = false;
    for (const candidate of smallerTables(smallest)) {
      if (!disagrees(candidate)) continue;
      smallest = candidate;
      isSmaller = true;
      break;
    }
  }
  return smallest;
}

/** @param {Table} table @returns {Table[]} */
function smallerTables(table) {
  const { routes, removed, lookups } = table;
  const [lookup] = lookups;
  if (lookup === undefined) return [];
  const { path } = lookup;
  const fewer = routes.map((_, index) => ({ ...table, routes: routes.toSpliced(index, 1) }));
  const shorter = [...path].map((_, at) => ({
    ...table,
    lookups: [{ ...lookup, path: path.slice(0, at) + path.slice(at + 1) }],
  }));
  const simpler = routes.flatMap(({ pattern, method }, index) =>
    [...pattern].map((_, at) => ({
      ...table,
      routes: routes.with(index, { method, pattern: pattern.slice(0, at) + pattern.slice(at + 1) }),
    })),
  );
  return [...(removed > 0 ? [{ ...table, removed: 0 }] : []), ...fewer, ...shorter.slice(1), ...simpler];
}

/** A disagreement as a failing test. @param {Disagreement} disagreement */
export function testOf({ table, expected, actual }) {
  const { options, routes, removed, lookups } = table;
  const [{ method = 1, path = '/' } = {}] = lookups;
  return [
    `test('find and findAll agree with the specification for ${path}', () => {`,
    `  const router = createRouter({ ...${JSON.stringify(options)}, precedence: 'registration' });`,
    ...routes.map(
      ({ method, pattern }, index) =>
        `  router.add('${METHODS[method]}', ${JSON.stringify(pattern)}, ${index});`,
    ),
    ...removedOf({ ...table, removed }).map(
      ({ method, pattern }) => `  router.remove('${METHODS[method]}', ${JSON.stringify(pattern)});`,
    ),
    `  // Expected: ${expected}`,
    `  // Actual:   ${actual}`,
    `  expect(router.find('${METHODS[method]}', ${JSON.stringify(path)})).toEqual(undefined);`,
    '});',
  ].join('\n');
}
