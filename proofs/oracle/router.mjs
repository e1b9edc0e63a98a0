/** @module Compares the router with the programs extracted from its proof. */

import fc from 'fast-check';
import { minimized } from './router-disagreement.mjs';
import { askModel, requireKnown } from './router-model.mjs';
import { questionsOf, textOf } from './router-questions.mjs';
import { METHODS, PATHS_PER_TABLE, removedOf, tables } from './router-tables.mjs';
import { seedOf } from './under-test.mjs';

/** The first batches are small, because most mistakes are found soon. */
const TABLES_PER_BATCH = { first: 25, most: 400 };

/**
 * @typedef {import('./router-disagreement.mjs').Disagreement} Disagreement
 * @typedef {import('./router-model.mjs').Form} Form
 * @typedef {import('./router-model.mjs').Found} Found
 * @typedef {import('./router-questions.mjs').Routers} Routers
 * @typedef {import('./router-tables.mjs').Table} Table
 *
 * @typedef {object} Result
 * @property {number} cases Lookups.
 * @property {number} matched Lookups that match a form.
 * @property {number} contested Lookups that match several, so that the router has to choose.
 * @property {Disagreement} [disagreement]
 */

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
 * @returns {Promise<Result>}
 */
export async function checkRouter({
  cases,
  seed,
  current,
  tested = current,
  minimizes = true,
  onProgress = () => {},
}) {
  /** @type {Result} */
  const result = { cases: 0, matched: 0, contested: 0 };
  for (let batch = 0; result.cases < cases; batch++) {
    const size = Math.min(TABLES_PER_BATCH.first * 2 ** batch, TABLES_PER_BATCH.most);
    const numRuns = Math.min(size, Math.ceil((cases - result.cases) / PATHS_PER_TABLE));
    const sample = fc.sample(tables(current), { numRuns, seed: seedOf(seed, batch) });
    const disagreement = compare(sample, current, tested, result);
    if (disagreement !== undefined) {
      const findWrong = (/** @type {readonly Table[]} */ tables) => compare(tables, current, tested);
      return { ...result, disagreement: minimizes ? minimized(disagreement, findWrong) : disagreement };
    }
    onProgress(result.cases);
  }
  return result;
}

/**
 * The first disagreement. Counts the lookups up to it.
 *
 * @param {readonly Table[]} sample
 * @param {any} current
 * @param {any} tested
 * @param {Result} [result]
 * @returns {Disagreement | undefined}
 */
function compare(sample, current, tested, result = { cases: 0, matched: 0, contested: 0 }) {
  const prepared = sample.map((table) => prepare(table, current));
  const answers = askModel(prepared);
  let line = 0;
  for (const { table } of prepared) {
    const routers = tryTo(() => routersOf(table, tested));
    for (const lookup of table.lookups) {
      const found = /** @type {Found} */ (answers[line++]);
      result.cases++;
      result.matched += Number(found.registration.length > 0);
      result.contested += Number(found.registration.length > 1);
      const wrong = firstWrong({ ...table, lookups: [lookup] }, found, routers);
      if (wrong !== undefined) return wrong;
    }
  }
  return undefined;
}

/**
 * @param {Table} table With one lookup.
 * @param {Found} found
 * @param {{ value: Routers } | { error: unknown }} routers
 * @returns {Disagreement | undefined}
 */
function firstWrong(table, found, routers) {
  const [{ method, path }] = /** @type {[import('./router-tables.mjs').Lookup]} */ (table.lookups);
  for (const question of questionsOf(table)) {
    const { precedence, ask, expect } = question;
    const router = 'error' in routers ? undefined : routers.value[precedence];
    // Two patterns that are equal cannot be compared by specificity.
    if (!('error' in routers) && router === undefined) continue;
    const expected = expect(found[precedence], path);
    const actual = tryTo(() => {
      if ('error' in routers) throw routers.error;
      return ask(/** @type {any} */ (router), METHODS[method] ?? '', path);
    });
    if ('value' in actual && textOf(actual.value) === textOf(expected)) continue;
    return {
      table,
      question,
      expected,
      actual: 'value' in actual ? textOf(actual.value) : String(actual.error),
    };
  }
  return undefined;
}

/** Leaves out patterns that the router refuses or the model does not know, and compiles the others. @param {Table} table @param {any} current */
function prepare(table, { compilePattern }) {
  const options = { ...table.options, canonicalize: undefined, decode: raw, lenient: false };
  const compiled = table.routes.flatMap((route) => {
    // As a prefix of every path, `/` is not a form.
    if (table.isPrefix && route.pattern === '/') return [];
    try {
      const forms = compilePattern(route.pattern, options);
      requireKnown(forms);
      return [{ route, forms }];
    } catch {
      return [];
    }
  });
  const routes = compiled.map(({ route }) => route);
  const lookups = table.isPrefix && routes.length === 0 ? [] : table.lookups;
  const valid = { ...table, routes, lookups };
  const removed = removedOf(valid);
  const forms = compiled.flatMap(({ route: { method, pattern }, forms }, route) =>
    removed.some((other) => other.method === method && other.pattern === pattern)
      ? []
      : forms.map((/** @type {any} */ form) => ({ ...form, route, method: table.isPrefix ? 0 : method })),
  );
  return { table: valid, forms };
}

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

/** A router for each order of precedence; the second is missing if two of the patterns are equal. @param {Table} table @param {any} tested @returns {Routers} */
function routersOf(table, { createMatcher, createRouter }) {
  if (table.isPrefix) {
    const [{ pattern } = { pattern: '' }] = table.routes;
    const matcher = createMatcher(pattern, { ...table.options, end: false, decode: raw });
    return { registration: matcher, specificity: undefined };
  }
  const make = (/** @type {'registration' | 'specificity'} */ precedence) => {
    const router = createRouter({ ...table.options, precedence, decode: raw });
    // A router compiles its tables at a lookup, and has to compile them again after a change.
    const compile = () => [router.find('GET', '/'), router.routesFor('/')];
    for (const [value, { method, pattern }] of table.routes.entries()) {
      if (value === table.routes.length - 1) compile();
      router.add(METHODS[method], pattern, value);
    }
    compile();
    for (const { method, pattern } of removedOf(table)) router.remove(METHODS[method], pattern);
    return router;
  };
  const specific = tryTo(() => make('specificity'));
  return {
    registration: make('registration'),
    specificity: 'value' in specific ? specific.value : undefined,
  };
}
