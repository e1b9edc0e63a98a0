// Lookups in 200 routes: Nextpress against find-my-way, and against path-to-regexp as Express uses it. Each lookup gets
// a new string, as in a server, so that no hash of it is cached.
import assert from 'node:assert/strict';
import findMyWay from 'find-my-way';
import { bench, do_not_optimize, run, summary } from 'mitata';
import { createRouter } from 'nextpress';
import { match } from 'path-to-regexp';
import { routes } from '../content/routes.mjs';

/** @typedef {(path: string) => unknown} Find Looks up a GET. */

/** @returns {Find} */
function nextpress() {
  const router = createRouter();
  for (const { method, path } of routes) router.add(method.toUpperCase(), path, path);
  return (path) => router.find('GET', path);
}

/** @returns {Find} */
function withFindMyWay() {
  const router = findMyWay();
  for (const { method, path } of routes) {
    router.on(/** @type {import('find-my-way').HTTPMethod} */ (method.toUpperCase()), path, () => {}, path);
  }
  return (path) => router.find('GET', path);
}

/** @returns {Find} */
function withPathToRegexp() {
  const matchers = routes.map(({ method, path }) => ({ method, matches: match(path) }));
  return (path) => {
    for (const { method, matches } of matchers) {
      const found = method === 'get' && matches(path);
      if (found) return found;
    }
    return undefined;
  };
}

/** @param {unknown} found */
const paramsOf = (found) => ({ .../** @type {{ params: object }} */ (found).params });

/** @type {Record<string, Find>} */
const finders = {
  nextpress: nextpress(),
  'find-my-way': withFindMyWay(),
  'path-to-regexp': withPathToRegexp(),
};
const paths = {
  static: '/api/v1/webhooks',
  parameter: '/api/v1/webhooks/4711',
  missing: '/api/v1/none/4711',
};

for (const [kind, path] of Object.entries(paths)) {
  const texts = Buffer.from(path.repeat(1_000)).toString('latin1');
  let turn = 0;
  const next = () => {
    turn = (turn + 1) % 1_000;
    return texts.slice(turn * path.length, (turn + 1) * path.length);
  };
  summary(() => {
    for (const [name, find] of Object.entries(finders)) {
      const found = find(path);
      if (kind === 'missing') assert.ok(!found);
      else assert.deepEqual(paramsOf(found), kind === 'static' ? {} : { id: '4711' });
      bench(`${kind}  ${name}`, () => do_not_optimize(find(next())));
    }
  });
}
await run();
