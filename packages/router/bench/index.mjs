// Lookups, each with a new string as in a server, so that no hash of it is known.

import { createRouter } from '@nextpress/router';
import { bench } from '@nextpress-internal/bench-kit';
import { routes, thingPath } from '@nextpress-internal/bench-kit/routes';
import findMyWay from 'find-my-way';
import { Memoirist } from 'memoirist';
import { match } from 'path-to-regexp';
import { addRoute, createRouter as createRou3, findRoute } from 'rou3';

const COUNT = 1_000;

const router = createRouter();
const wayFinder = findMyWay();
const rou3 = createRou3();
const memoirist = new Memoirist();
for (const { method, path } of routes) {
  const name = method.toUpperCase();
  router.add(name, path, path);
  wayFinder.on(/** @type {import('find-my-way').HTTPMethod} */ (name), path, () => {}, path);
  addRoute(rou3, name, path, path);
  memoirist.add(name, path, path);
}
const matchers = routes
  .filter(({ method }) => method === 'get')
  .map(({ path }) => ({ path, matches: match(path) }));

/** @typedef {{ text: string, start: number, end: number }} Target A path in the text of many. */

/** @param {Target} target */
const pathOf = ({ text, start, end }) => text.slice(start, end);

const variants = {
  '@nextpress/router': (/** @type {Target} */ target) => router.find('GET', pathOf(target)),
  'find-my-way': (/** @type {Target} */ target) => wayFinder.find('GET', pathOf(target)),
  rou3: (/** @type {Target} */ target) => findRoute(rou3, 'GET', pathOf(target)),
  memoirist: (/** @type {Target} */ target) => memoirist.find('GET', pathOf(target)),
  'path-to-regexp': (/** @type {Target} */ target) => {
    const path = pathOf(target);
    for (const route of matchers) {
      const found = route.matches(path);
      if (found) return { value: route.path, params: found.params };
    }
    return undefined;
  },
};

/** @param {(index: number) => string} pathAt */
function targets(pathAt) {
  const paths = Array.from({ length: COUNT }, (_, index) => pathAt(index));
  const text = Buffer.from(paths.join('')).toString('latin1');
  let end = 0;
  return paths.map(({ length }) => {
    const start = end;
    end += length;
    return { text, start, end };
  });
}

/** The route that a router has found, which each of them calls in another way. @param {any} found */
const routeOf = (found) =>
  found && { route: found.value ?? found.store ?? found.data, params: { ...found.params } };

/** @param {(index: number) => string} pathAt */
const lookups = (pathAt) => ({
  inputs: targets(pathAt),
  variants,
  comparable: (/** @type {unknown} */ found) => routeOf(found) ?? undefined,
});

await bench(import.meta.dirname, {
  measures: 'time of a lookup in 200 routes',
  notes:
    'The time grows with the number of segments of a path, not with the number of routes. [Performance](../../docs/performance.md) compares whole servers.',
  functions: {
    'a path without parameters': lookups((index) => String(routes[(index % 40) * 5]?.path)),
    'a path with a parameter': lookups((index) => thingPath(4_711 + 37 * index)),
    'a path without a route': lookups((index) => `/api/v1/none/${37 * index}`),
  },
});
