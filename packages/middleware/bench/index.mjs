// Chains of layers that only call the next one. A whole request costs thousands of times as much.

import { compose } from '@nextpress/middleware';
import { bench } from '@nextpress-internal/bench-kit';
import koaCompose from 'koa-compose';

/** @typedef {{ passed: number }} Req */
/** @typedef {(req: Req, res: object, next: () => void) => void} Layer */

/** @type {Layer} */
const pass = (req, _res, next) => {
  req.passed++;
  next();
};

/** @param {readonly Layer[]} layers @returns {Layer} */
function recursive(layers) {
  return (req, res, done) => {
    /** @param {number} at */
    const dispatch = (at) => {
      const layer = layers[at];
      if (layer === undefined) done();
      else layer(req, res, () => dispatch(at + 1));
    };
    dispatch(0);
  };
}

/** @param {Layer} chain */
const runOf = (chain) => () => {
  const req = { passed: 0 };
  chain(req, {}, () => {});
  return req.passed;
};

/** @param {number} count */
function chainsOf(count) {
  const layers = new Array(count).fill(pass);
  const koa = koaCompose(
    new Array(count).fill((/** @type {Req} */ req, /** @type {() => Promise<void>} */ next) => {
      req.passed++;
      return next();
    }),
  );
  return {
    inputs: [undefined],
    variants: {
      '@nextpress/middleware': runOf(/** @type {Layer} */ (compose(/** @type {never} */ (layers)))),
      'a closure per layer': runOf(recursive(layers)),
      'koa-compose': async () => {
        const req = { passed: 0 };
        await koa(/** @type {never} */ (req));
        return req.passed;
      },
    },
  };
}

await bench(import.meta.dirname, {
  measures: 'time per chain whose layers only call the next one',
  notes:
    'A closure per layer is the simplest implementation, without handling of errors, late `next()` calls and skipped routes. [Performance](../../docs/performance.md) compares whole servers.',
  functions: Object.fromEntries(
    [1, 5, 20].map((count) => [count === 1 ? '1 layer' : `${count} layers`, chainsOf(count)]),
  ),
});
