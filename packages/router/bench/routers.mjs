// Every router behind one face: `build` gives a lookup, and `read` what a lookup's result says.
import { createRouter } from '@nextpress/router';
import findMyWay from 'find-my-way';
import { RegExpRouter } from 'hono/router/reg-exp-router';
import { TrieRouter } from 'hono/router/trie-router';
import { Memoirist } from 'memoirist';
import { addRoute, createRouter as createRou3, findRoute } from 'rou3';
import { compileRouter } from 'rou3/compiler';
import Router from 'router';

/** @typedef {import('./route-sets.mjs').Route} Route */
/** @typedef {(method: string, path: string) => unknown} Lookup */
/** @typedef {{ value: number, params: readonly unknown[] } | undefined} Answer */
/** @typedef {{ build(routes: readonly Route[]): Lookup, read(result: any): Answer }} Contender */

/** @param {object | null | undefined} params @returns {any[]} */
const values = (params) => Object.values(params ?? {}).flat();

/** @param {import('@nextpress/router').Precedence} precedence @returns {Contender} */
const nextpress = (precedence) => ({
  build(routes) {
    const router = createRouter({ precedence });
    for (const [index, [method, pattern]] of routes.entries()) {
      router.add(method, pattern.replace('*', '*path'), index);
    }
    return (method, path) => router.find(method, path);
  },
  read: (result) => result && { value: result.value, params: values(result.params) },
});

/** @param {new () => import('hono/router').Router<number>} Class @returns {Contender} */
const hono = (Class) => ({
  build(routes) {
    const router = new Class();
    // Its own `*` captures nothing.
    for (const [index, [method, pattern]] of routes.entries()) {
      router.add(method, pattern.replace('*', ':path{.+}'), index);
    }
    return (method, path) => router.match(method, path);
  },
  read([handlers, stash]) {
    if (handlers.length === 0) return undefined;
    const [value, params] = handlers[0];
    const indexes = stash ? values(params).sort((a, b) => a - b) : values(params);
    return { value, params: indexes.map((param) => (stash ? stash[param] : param)) };
  },
});

/** @param {boolean} compiled @returns {Contender} */
const rou3 = (compiled) => ({
  build(routes) {
    const router = createRou3();
    for (const [index, [method, pattern]] of routes.entries()) {
      addRoute(router, method, pattern.replace('*', '**'), { index });
    }
    return compiled ? compileRouter(router) : (method, path) => findRoute(router, method, path);
  },
  read: (result) => result && { value: result.data.index, params: [...new Set(values(result.params))] },
});

/** @type {Readonly<Record<string, Contender>>} */
export const contenders = {
  'nextpress, specificity': nextpress('specificity'),
  'nextpress, registration': nextpress('registration'),
  'find-my-way': {
    build(routes) {
      const router = findMyWay();
      for (const [index, [method, pattern]] of routes.entries()) {
        router.on(/** @type {any} */ (method), pattern, () => {}, { index });
      }
      return (method, path) => router.find(/** @type {any} */ (method), path);
    },
    read: (result) => (result ? { value: result.store.index, params: values(result.params) } : undefined),
  },
  memoirist: {
    build(routes) {
      const router = new Memoirist();
      // `{ index }`, for it takes a stored 0 for nothing.
      for (const [index, [method, pattern]] of routes.entries()) router.add(method, pattern, { index });
      return (method, path) => router.find(method, path);
    },
    read: (result) =>
      result ? { value: result.store.index, params: values(result.params).reverse() } : undefined,
  },
  rou3: rou3(false),
  'rou3, compiled': rou3(true),
  'hono RegExpRouter': hono(RegExpRouter),
  'hono TrieRouter': hono(TrieRouter),
  'Express router': {
    build(routes) {
      const router = new Router();
      for (const [index, [method, pattern]] of routes.entries()) {
        const route = router.route(pattern.replace('*', '*path'));
        const handler = (/** @type {any} */ req) => {
          req.answer = index;
        };
        if (method === 'GET') route.get(handler);
        else route.post(handler);
      }
      const done = () => {};
      return (method, url) => {
        const req = { method, url, answer: -1, params: {} };
        router(/** @type {any} */ (req), /** @type {any} */ ({}), done);
        return req;
      };
    },
    read: (req) => (req.answer === -1 ? undefined : { value: req.answer, params: values(req.params) }),
  },
};
