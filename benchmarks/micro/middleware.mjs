// Chains of layers that only call the next one: Nextpress against one closure per layer and koa-compose. A whole
// request costs thousands of times as much.
import assert from 'node:assert/strict';
import koaCompose from 'koa-compose';
import { bench, do_not_optimize, run, summary } from 'mitata';
import { compose } from 'nextpress';

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

for (const count of [1, 5, 20]) {
  const layers = new Array(count).fill(pass);
  const koa = koaCompose(
    new Array(count).fill((/** @type {Req} */ req, /** @type {() => Promise<void>} */ next) => {
      req.passed++;
      return next();
    }),
  );
  /** @type {Record<string, Layer>} */
  const chains = {
    nextpress: /** @type {Layer} */ (compose(/** @type {never} */ (layers))),
    closures: recursive(layers),
  };
  summary(() => {
    for (const [name, chain] of Object.entries(chains)) {
      const once = () => {
        const req = { passed: 0 };
        chain(req, {}, () => {});
        return req.passed;
      };
      assert.equal(once(), count);
      bench(`${count} layers  ${name}`, () => do_not_optimize(once()));
    }
    bench(`${count} layers  koa-compose`, async () => {
      const req = { passed: 0 };
      await koa(/** @type {never} */ (req));
      return req.passed;
    });
  });
}
await run();
