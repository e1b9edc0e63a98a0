// Lookups, each with a new string as in a server, so that no hash of it is known.

import { createRouter } from '@nextpress/router';
import { bench } from '@nextpress-internal/bench-kit';
import { routes, thingPath } from '@nextpress-internal/bench-kit/routes';
import findMyWay from 'find-my-way';
import { Memoirist } from 'memoirist';
import { match } from 'path-to-regexp';
import { addRoute, createRouter as createRou3, findRoute } from 'rou3';
import { compileRouter } from 'rou3/compiler';

const COUNT = 1_000;

/** The routes of Hono's benchmark of routers. @type {{ method: 'get' | 'post', path: string }[]} */
const FEW = [
  { method: 'get', path: '/user' },
  { method: 'get', path: '/user/comments' },
  { method: 'get', path: '/user/avatar' },
  { method: 'get', path: '/user/lookup/username/:username' },
  { method: 'get', path: '/user/lookup/email/:address' },
  { method: 'get', path: '/event/:id' },
  { method: 'get', path: '/event/:id/comments' },
  { method: 'post', path: '/event/:id/comments' },
  { method: 'post', path: '/map/:location/events' },
  { method: 'get', path: '/status' },
  { method: 'get', path: '/very/deeply/nested/route/hello/there' },
  { method: 'get', path: '/static/*' },
];

/** @typedef {{ text: string, start: number, end: number }} Target A path in the text of many. */

/** @param {Target} target */
const pathOf = ({ text, start, end }) => text.slice(start, end);

/** A lookup with each router. @param {readonly { method: string, path: string }[]} added @param {string} [method] */
function variantsOf(added, method = 'GET') {
  const router = createRouter();
  const wayFinder = findMyWay();
  const rou3 = createRou3();
  const memoirist = new Memoirist();
  for (const { method: each, path } of added) {
    const name = each.toUpperCase();
    router.add(name, path, path);
    wayFinder.on(/** @type {import('find-my-way').HTTPMethod} */ (name), path, () => {}, path);
    addRoute(rou3, name, path.replace('*', '**'), path);
    memoirist.add(name, path, path);
  }
  const compiled = compileRouter(rou3);
  const matchers = added
    .filter((route) => route.method === method.toLowerCase())
    .map(({ path }) => ({ path, matches: match(path.replace('*', '*rest')) }));
  return {
    '@nextpress/router': (/** @type {Target} */ target) => router.find(method, pathOf(target)),
    'find-my-way': (/** @type {Target} */ target) =>
      wayFinder.find(/** @type {import('find-my-way').HTTPMethod} */ (method), pathOf(target)),
    rou3: (/** @type {Target} */ target) => findRoute(rou3, method, pathOf(target)),
    'rou3, compiled': (/** @type {Target} */ target) => compiled(method, pathOf(target)),
    memoirist: (/** @type {Target} */ target) => memoirist.find(method, pathOf(target)),
    'path-to-regexp': (/** @type {Target} */ target) => {
      const path = pathOf(target);
      for (const route of matchers) {
        const found = route.matches(path);
        if (found) return { value: route.path, params: found.params };
      }
      return undefined;
    },
  };
}

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

/** The route that a router has found: each router has another name for it, and for the value of a wildcard. @param {any} found */
function routeOf(found) {
  if (!found) return undefined;
  const { '*': star, 0: first, _: underscore, rest, ...params } = found.params ?? {};
  const tail = star ?? first ?? underscore ?? rest?.join('/');
  return { route: found.value ?? found.store ?? found.data, params, tail };
}

/** @param {ReturnType<typeof variantsOf>} variants @param {(index: number) => string} pathAt */
const lookups = (variants, pathAt) => ({ inputs: targets(pathAt), variants, comparable: routeOf });

const few = () => variantsOf(FEW);
const many = () => variantsOf(routes);

await bench(import.meta.dirname, {
  measures: 'time per lookup, the last three in 200 routes',
  notes:
    'Each path is cut from a longer text, as from the head of a request, so no hash of it is known. rou3 compiles routes to JavaScript with `new Function()`. The time grows with the number of segments of a path, not with the number of routes. [Performance](../../docs/performance.md) compares whole servers.',
  functions: {
    'a short path': lookups(few(), () => '/user'),
    'a path like others': lookups(few(), () => '/user/comments'),
    'a long path': lookups(few(), () => '/very/deeply/nested/route/hello/there'),
    'a parameter': lookups(few(), (index) => `/user/lookup/username/user${index}`),
    'a parameter and text': lookups(few(), (index) => `/event/event${index}/comments`),
    'a parameter, `POST`': lookups(variantsOf(FEW, 'POST'), (index) => `/event/event${index}/comments`),
    'a wildcard': lookups(few(), (index) => `/static/file${index}.html`),
    'no route': lookups(few(), (index) => `/nothing/${index}`),
    'a path of many': lookups(many(), (index) => String(routes[(index % 40) * 5]?.path)),
    'a parameter of many': lookups(many(), (index) => thingPath(4_711 + 37 * index)),
    'no route of many': lookups(many(), (index) => `/api/v1/none/${37 * index}`),
  },
});
