/** @module Runs generated layers in a router of the server, and records what they answer and what is observed. */

import { setImmediate } from 'node:timers/promises';
import { layerAt } from './dispatcher-cases.mjs';

/**
 * @typedef {import('./dispatcher-cases.mjs').Layer} Layer
 * @typedef {import('./dispatcher-cases.mjs').Act} Act
 * @typedef {import('./dispatcher-cases.mjs').Case} Case
 * @typedef {(error?: unknown) => void} Next
 * @typedef {{ path: readonly number[], place: number, next: Next, reject?: Next | undefined }} Entered
 *
 * What is tested: the routers of `@nextpress/server` and the chains of `@nextpress/middleware`, or a bundle of them with a mistake.
 *
 * @typedef {{ Router: () => any, Chain: any, compose: any }} Tested
 *
 * @typedef {object} Observed
 * @property {readonly number[][]} events What the model reads: the answers of functions, where -1, -2 and -3 are those of `next` and others are
 *   errors. In a list alone `[-1]` is a wait of some turns of the event loop, and `[-2, place]` says that a function was entered.
 * @property {readonly string[]} seen Functions that were entered, and the end, each with the error.
 * @property {readonly string[]} late The functions that were reported for a late `next()`.
 */

const ANSWERS = { pass: -1, route: -2, router: -3 };
/** A value that `next` does not treat as an error, but that is one when thrown. */
const NOTHING = [undefined, null, '', 'route', 'router', 0];
/** Turns of the event loop in which a run leaves the routers that it is in, unwinds its stack, and takes the errors that have waited. */
const TURNS = 12;
/** More segments than routers in each other may take as their prefixes. */
const TARGET = '/a/a/a/a/a/a/a/a/a/a/a/a';
/** Match what is left of the target on every level: found by the tree of the router, or compared one by one. */
const PATTERNS = ['/*all', '/a/*rest', '/:first/*rest', /^\/a/];
const OTHER_PATTERNS = ['/b/*rest', /^\/b/, '/', '/:only'];
const PREFIXES = ['/', '/a', '/a/a', '/:first', /^\/a(?=\/)/];
const OTHER_PREFIXES = ['/b', '/a/b', '/:first/b', /^\/b/];

/** Runs one case. @param {Case} each @param {Tested} tested @returns {Promise<Observed>} */
export async function observe(each, tested) {
  const stage = new Stage(each, tested);
  const { emitWarning } = process;
  process.emitWarning = /** @type {any} */ (stage.warned.bind(stage));
  try {
    stage.start();
    await stage.settle();
    while (stage.actLater()) await stage.settle();
  } finally {
    process.emitWarning = emitWarning;
  }
  return { events: stage.events, seen: stage.seen, late: [...stage.late].sort() };
}

/** What is observed, as one line. @param {Omit<Observed, 'events'>} [observed] */
export function written({ seen, late } = { seen: [], late: [] }) {
  return [...seen, ...late.map((name) => `late ${name}`)].join(', ');
}

class Stage {
  /** @type {number[][]} */
  events = [];
  /** @type {string[]} */
  seen = [];
  /** The layers of which a warning says that they have called `next()` again. @type {Set<string>} */
  late = new Set();
  /** @type {Entered[]} */
  #entered = [];
  /** @type {Act[]} */
  #script;
  #case;
  #tested;
  #changesTarget;
  /** @type {Set<Entered>} */
  #canceled = new Set();
  #errors = 0;
  /** The numbers of errors that are made for what is none, in the order in which they are seen. @type {number[]} */
  #unnamed = [];
  /** @type {WeakMap<object, number>} */
  #named = new WeakMap();

  /** @param {Case} each @param {Tested} tested */
  constructor(each, tested) {
    this.#case = each;
    this.#tested = tested;
    this.#script = [...each.acts];
    this.#changesTarget = changesTarget(each);
  }

  start() {
    const { layers, flat } = this.#case;
    const { Chain, compose, Router } = this.#tested;
    const end = (/** @type {unknown} */ error) => {
      this.seen.push(`end  ${error === 'router' ? error : this.#numberOf(error)}`);
    };
    if (flat?.kind === 4) {
      const functions = layers.flatMap((layer, place) =>
        layer.path && layer.method ? [this.#functionOf(layer, [], place)] : [],
      );
      if (layers.length % 2 === 0) new Chain(functions).run({}, {}, end);
      else compose(functions)({}, {}, end);
      return;
    }
    const router = Router();
    this.#register(router, layers, [], flat?.cut);
    router({ method: 'GET', url: TARGET, headers: {} }, {}, end);
  }

  /** Waits for the unwinding of the stack. */
  async settle() {
    for (let turn = 0; turn < TURNS; turn++) await setImmediate();
    if (this.#case.flat !== undefined) this.events.push([-1]);
  }

  /** A function does what is next in the script. Returns `false` at its end. */
  actLater() {
    const act = this.#script.shift();
    if (act === undefined || this.#entered.length === 0) return false;
    const actor = this.#actor(act);
    if (actor !== undefined) this.#act(act.does, actor);
    return true;
  }

  /** @param {string} message @param {{ code: string }} options */
  warned(message, { code }) {
    const name = /^layer \d+ of \d+ \("(.*?)"\) called next\(\) a second time/.exec(message)?.[1];
    if (code !== 'NEXTPRESS_NEXT_TWICE' || name === undefined) this.seen.push(`warning ${message}`);
    // The layer of a route is none of its functions.
    else if (name !== 'ROUTE') this.late.add(name);
  }

  /** @param {any} router @param {readonly Layer[]} layers @param {readonly number[]} path @param {number} [cut] Behind a layer that is a route. */
  #register(router, layers, path, cut) {
    for (const [place, layer] of layers.entries()) {
      const variant = place + path.length;
      if (layer.kind === 4) this.#registerRoute(router, layer, path, place);
      else if (!layer.method) router.post('/*all', this.#functionOf(layer, path, place));
      else if (place + 1 === cut) router.get(this.#pattern(variant), this.#functionOf(layer, path, place));
      else {
        const prefix = pick(layer.path ? PREFIXES : OTHER_PREFIXES, variant);
        router.use(prefix, this.#functionOf(layer, path, place));
      }
    }
  }

  /** @param {any} router @param {Layer} layer @param {readonly number[]} path @param {number} place */
  #registerRoute(router, { path: isMatching, method, inner = [] }, path, place) {
    const route = router.route(isMatching ? this.#pattern(place + path.length) : pick(OTHER_PATTERNS, place));
    const handlers = method ? inner : inner.map((one) => ({ ...one, method }));
    this.#registerHandlers(route, handlers, [...path, place]);
    // The only handler of a route is a layer of the chain outside.
    if (method && !this.#changesTarget) route.get(neverRuns);
  }

  /** @param {number} variant */
  #pattern(variant) {
    return pick(this.#changesTarget ? PATTERNS : PATTERNS.slice(0, -1), variant);
  }

  /** @param {any} route @param {readonly Layer[]} layers @param {readonly number[]} path */
  #registerHandlers(route, layers, path) {
    for (const [place, layer] of layers.entries()) {
      const verb = layer.path && layer.method ? pick(['get', 'all'], place) : 'post';
      route[verb](this.#functionOf(layer, path, place));
    }
  }

  /** @param {Layer} layer @param {readonly number[]} path @param {number} place @returns {Function} A warning says its name. */
  #functionOf(layer, path, place) {
    const run = this.#unnamedFunctionOf(layer, path, place);
    return Object.defineProperty(run, 'name', { value: `${prefixOf(path)}${place}`, configurable: true });
  }

  /** @param {Layer} layer @param {readonly number[]} path @param {number} place @returns {Function} With as many parameters as its kind has. */
  #unnamedFunctionOf({ kind, inner = [] }, path, place) {
    if (kind === 0)
      return (/** @type {any} */ req, /** @type {any} */ _res, /** @type {Next} */ next) =>
        this.#enter(path, place, undefined, next, req);
    if (kind === 1) {
      return (
        /** @type {unknown} */ error,
        /** @type {any} */ req,
        /** @type {any} */ _res,
        /** @type {Next} */ next,
      ) => this.#enter(path, place, error, next, req);
    }
    if (kind === 2) return neverRuns.bind(undefined);
    const router = this.#tested.Router();
    this.#register(router, inner, [...path, place]);
    return router;
  }

  /** @param {readonly number[]} path @param {number} place @param {unknown} error @param {Next} next @param {any} req */
  #enter(path, place, error, next, req) {
    if (this.#changesTarget && place % 2 === 1) req.url += req.url.includes('?') ? '&' : '?';
    this.seen.push(`enter ${prefixOf(path)}${place} ${this.#numberOf(error)}`);
    /** @type {Entered} */
    const self = { path, place, next };
    this.#entered.push(self);
    if (this.#case.flat !== undefined) this.events.push([-2, place]);
    let hasActed = false;
    for (let act = this.#script[0]; act?.atOnce && !(hasActed && act.who === 0); act = this.#script[0]) {
      this.#script.shift();
      const actor = this.#actor(act);
      hasActed ||= actor === self;
      if (actor === self && act.does.startsWith('throw')) throw this.#failure(self, act.does);
      if (actor !== undefined) this.#act(act.does, actor);
      // A router is left in a later turn of the event loop, and the next act waits for it.
      if (this.#entered.at(-1) !== self || this.#case.flat?.kind !== 4) break;
    }
    return {
      // biome-ignore lint/suspicious/noThenProperty: a promise that is rejected at once, and not in a microtask.
      then: (/** @type {Next} */ _resolve, /** @type {Next} */ reject) => {
        self.reject = reject;
      },
    };
  }

  /** Who acts; `undefined` for a function that cannot continue the request anymore. @param {Act} act */
  #actor({ who }) {
    const entered = /** @type {Entered} */ (this.#entered.at(-1 - (who % this.#entered.length)));
    return this.#canceled.has(entered) ? undefined : entered;
  }

  /**
   * An error leaves all lists that it comes through or past, and `next('router')` those in the router. In the model their functions may go on.
   *
   * @param {(path: readonly number[]) => boolean} isLeft
   */
  #cancel(isLeft) {
    for (const each of this.#entered) if (isLeft(each.path)) this.#canceled.add(each);
  }

  /** @param {Act['does']} does @param {Entered} self */
  #act(does, self) {
    const { next, reject } = self;
    if (does === 'router') {
      const router = this.#routerAround(self.path);
      this.#cancel((path) => isWithin(path, router));
    } else if (!(does in ANSWERS)) this.#cancel((path) => !isWithin(self.path, path));
    if (does === 'pass' || does === 'route' || does === 'router') {
      this.#answer(self, ANSWERS[does]);
      next(does === 'pass' ? undefined : does);
    } else if (reject === undefined || does === 'error') next(this.#failure(self, 'error'));
    else {
      // A promise is rejected once.
      self.reject = undefined;
      reject(this.#failure(self, does));
    }
  }

  /** The list of the router around a function. @param {readonly number[]} path @returns {readonly number[]} */
  #routerAround(path) {
    if (path.length === 0 || layerAt(this.#case.layers, path).kind === 3) return path;
    return this.#routerAround(path.slice(0, -1));
  }

  /** What a layer fails with. @param {Entered} self @param {Act['does']} does @returns {unknown} */
  #failure(self, does) {
    const number = ++this.#errors;
    this.#answer(self, number);
    if (does.endsWith('nothing')) {
      this.#unnamed.push(number);
      return NOTHING[number % NOTHING.length];
    }
    const error = new Error('generated');
    this.#named.set(error, number);
    return error;
  }

  /** @param {Entered} self @param {number} answer */
  #answer({ path, place }, answer) {
    this.events.push(this.#case.flat === undefined ? [path.length, ...path, place, answer] : [place, answer]);
  }

  /** @param {unknown} error */
  #numberOf(error) {
    if (error === undefined) return '-';
    if (!(error instanceof Error)) return String(error);
    const number = this.#named.get(error) ?? this.#unnamed.shift() ?? -1;
    this.#named.set(error, number);
    return String(number);
  }
}

/** Express calls no function of five parameters. @param {unknown} _a @param {unknown} _b @param {unknown} _c @param {unknown} _d @param {unknown} _e */
function neverRuns(_a, _b, _c, _d, _e) {
  throw new Error('Entered a function of five parameters');
}

/** @param {readonly number[]} path */
function prefixOf(path) {
  return path.map((place) => `${place}/`).join('');
}

/**
 * Whether functions change the target, to one for which the same layers run, and some routes are compared one by one: a run then takes other
 * chains than the model.
 *
 * @param {Case} each
 */
export function changesTarget({ acts, flat }) {
  return flat === undefined && acts.length % 2 === 0;
}

/** @param {readonly number[]} path @param {readonly number[]} list */
function isWithin(path, list) {
  return list.every((place, at) => path[at] === place);
}

/** @template T @param {readonly T[]} list @param {number} at @returns {T} */
function pick(list, at) {
  return /** @type {T} */ (list[at % list.length]);
}
