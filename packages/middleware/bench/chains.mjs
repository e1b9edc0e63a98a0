// How long a request takes through a chain of layers that only pass it on: ours against the usual ways to do it.
// What may not be concluded: anything about servers. A whole request costs thousands of times as much.
import { compose } from '@nextpress/middleware';
import connect from 'connect';
import koaCompose from 'koa-compose';
import { bench, run, summary } from 'mitata';
import Router from 'router';

/** @typedef {{ url: string, method: string, headers: object, passed: number }} Req */
/** @typedef {(req: Req, res: object, next: (error?: unknown) => void) => void} Layer */

const res = {};

/** @returns {Layer} */
const layer = () => (req, _res, next) => {
  req.passed++;
  next();
};

/**
 * The plainest way: a closure per layer and request that calls the next one.
 * @param {readonly Layer[]} layers
 * @returns {Layer}
 */
function recursive(layers) {
  return (req, response, done) => {
    /** @param {number} at */
    const dispatch = (at) => {
      const current = layers[at];
      if (current === undefined) return done();
      current(req, response, (error) => (error ? done(error) : dispatch(at + 1)));
    };
    dispatch(0);
  };
}

/** @param {readonly Layer[]} layers */
function viaConnect(layers) {
  const app = connect();
  for (const each of layers) app.use(/** @type {never} */ (each));
  return /** @type {Layer} */ (/** @type {unknown} */ (app));
}

/** @param {readonly Layer[]} layers */
function viaRouter(layers) {
  const router = Router();
  for (const each of layers) router.use(/** @type {never} */ (each));
  return /** @type {Layer} */ (/** @type {unknown} */ (router));
}

/** @param {number} count */
function viaKoa(count) {
  /** @param {Req} req @param {() => Promise<void>} next */
  const each = (req, next) => {
    req.passed++;
    return next();
  };
  return koaCompose(new Array(count).fill(each));
}

const request = () => ({ url: '/', method: 'GET', headers: {}, passed: 0 });

for (const count of [0, 1, 5, 20]) {
  const layers = Array.from({ length: count }, layer);
  /** @type {Record<string, Layer>} */
  const ways = {
    '@nextpress/middleware': /** @type {Layer} */ (compose(/** @type {never} */ (layers))),
    'recursive closures': recursive(layers),
    connect: viaConnect(layers),
    "Express's router": viaRouter(layers),
  };
  const koa = viaKoa(count);
  for (const [name, way] of Object.entries(ways)) {
    const req = request();
    await new Promise((resolve) => way(req, res, resolve));
    if (req.passed !== count) throw new Error(`${name} ran ${req.passed} of ${count} layers`);
  }

  summary(() => {
    for (const [name, way] of Object.entries(ways)) {
      // These end by setImmediate: not waited for, what they defer would fill the memory of all the others.
      if (name === 'connect' || name === "Express's router") {
        bench(`${count} layers: ${name}`, async () => {
          const req = request();
          await new Promise((resolve) => way(req, res, resolve));
          return req.passed;
        });
      } else {
        bench(`${count} layers: ${name}`, () => {
          const req = request();
          way(req, res, () => {});
          return req.passed;
        });
      }
    }
    bench(`${count} layers: koa-compose`, async () => {
      const req = request();
      await koa(/** @type {never} */ (req));
      return req.passed;
    });
  });
}

await run();
