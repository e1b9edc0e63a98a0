/** @module Runs generated layers for real, and records what they answer and what is observed. */

import { setImmediate } from 'node:timers/promises';

/**
 * @typedef {import('./dispatcher-cases.mjs').Layer} Layer
 * @typedef {import('./dispatcher-cases.mjs').Act} Act
 * @typedef {import('./dispatcher-cases.mjs').Case} Case
 * @typedef {(error?: unknown) => void} Next
 * @typedef {{ path: readonly number[], place: number, next: Next, reject?: Next | undefined }} Entered
 *
 * What is tested: `@nextpress/middleware`, or a bundle of it with a mistake.
 *
 * @typedef {{ Chain: any, compose: any, Run: new (...args: any[]) => any }} Tested
 *
 * @typedef {object} Observed
 * @property {number[][]} events Answers as the model reads them: -1, -2 and -3 are those of `next`, others are errors.
 * @property {string} seen
 */

const ANSWERS = { pass: -1, route: -2, router: -3 };
/** What is no error for `next`, but is one when it is thrown. */
const NOTHING = [undefined, null, '', 'route', 'router', 0];
/** Turns of the event loop in which a run unwinds its stack, and takes the errors that have waited. */
const TURNS = 8;

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
  const late = [...stage.late].sort().map((name) => `late ${name}`);
  return { events: stage.events, seen: [...stage.seen, ...late].join(', ') };
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
  }

  start() {
    const { layers, flat } = this.#case;
    if (flat?.kind === 4) this.#runRoute(layers, [], () => {});
    else this.#runRouter(layers, [], () => {}, flat?.cut);
  }

  /** Waits for the unwinding of the stack. */
  async settle() {
    if (this.#case.flat === undefined) return;
    for (let turn = 0; turn < TURNS; turn++) await setImmediate();
    this.events.push([-1]);
  }

  /** A function does what is next in the script. Returns `false` at its end. */
  actLater() {
    const act = this.#script.shift();
    if (act === undefined || this.#entered.length === 0) return false;
    this.#act(act.does, this.#actor(act));
    return true;
  }

  /** @param {string} message @param {{ code: string }} options */
  warned(message, { code }) {
    const name = /^layer \d+ of \d+ \("(.*?)"\) called next\(\) a second time/.exec(message)?.[1];
    if (code === 'NEXTPRESS_NEXT_TWICE' && name !== undefined) this.late.add(name);
    else this.seen.push(`warning ${message}`);
  }

  /** A run as that of the server: up to the first route that applies, then with all layers. @param {readonly Layer[]} layers @param {readonly number[]} path @param {Next} done @param {number} [cut] */
  #runRouter(layers, path, done, cut = afterFirstRoute(layers)) {
    const planned = this.#plan(layers, path);
    const { Chain, Run } = this.#tested;
    const chainOf = (/** @type {typeof planned} */ members) => new Chain(members.map(({ run }) => run));
    const end = this.#ending(path, done);
    let isFirst = cut < layers.length;
    class RouterRun extends Run {
      /** @param {unknown} error */
      pass(error) {
        if (error === 'router') end(undefined);
        else this.advance(this.at + 1, error === 'route' ? undefined : error);
      }

      /** @param {unknown} error */
      leave(error) {
        if (!isFirst) end(error);
        else {
          isFirst = false;
          this.switchTo(chainOf(planned), planned.filter(({ place }) => place < cut).length, error);
        }
      }
    }
    new RouterRun(chainOf(planned.filter(({ place }) => place < cut)), {}, {}).advance(0, undefined);
  }

  /** @param {readonly Layer[]} layers @param {readonly number[]} path @param {Next} done */
  #runRoute(layers, path, done) {
    const { Chain, compose } = this.#tested;
    const functions = this.#plan(layers, path).map(({ run }) => run);
    const end = this.#ending(path, done);
    if (layers.length % 2 === 0)
      new Chain(functions).run({}, {}, (/** @type {unknown} */ error) => end(error));
    else compose(functions)({}, {}, end);
  }

  /** @param {readonly number[]} path @param {Next} done @returns {Next} */
  #ending(path, done) {
    return (error) => {
      this.seen.push(`end ${prefixOf(path)} ${error === 'router' ? error : this.#numberOf(error)}`);
      done(error);
    };
  }

  /** The layers that apply, as functions. @param {readonly Layer[]} layers @param {readonly number[]} path */
  #plan(layers, path) {
    return layers.flatMap((layer, place) => {
      if (!layer.path || !layer.method) return [];
      const run = this.#functionOf(layer, path, place);
      return [
        {
          place,
          run: Object.defineProperty(run, 'name', { value: `${prefixOf(path)}${place}`, configurable: true }),
        },
      ];
    });
  }

  /** @param {Layer} layer @param {readonly number[]} path @param {number} place @returns {Function} With as many parameters as its kind has. */
  #functionOf({ kind, inner = [] }, path, place) {
    if (kind === 0)
      return (/** @type {any} */ _req, /** @type {any} */ _res, /** @type {Next} */ next) =>
        this.#enter(path, place, undefined, next);
    if (kind === 1) {
      return (
        /** @type {unknown} */ error,
        /** @type {any} */ _req,
        /** @type {any} */ _res,
        /** @type {Next} */ next,
      ) => this.#enter(path, place, error, next);
    }
    if (kind === 2) return neverRuns;
    return (/** @type {any} */ _req, /** @type {any} */ _res, /** @type {Next} */ next) => {
      this.seen.push(`enter ${prefixOf(path)}${place} -`);
      if (kind === 3) this.#runRouter(inner, [...path, place], next);
      else this.#runRoute(inner, [...path, place], next);
    };
  }

  /** @param {readonly number[]} path @param {number} place @param {unknown} error @param {Next} next */
  #enter(path, place, error, next) {
    this.seen.push(`enter ${prefixOf(path)}${place} ${this.#numberOf(error)}`);
    /** @type {Entered} */
    const self = { path, place, next };
    this.#entered.push(self);
    let hasActed = false;
    for (let act = this.#script[0]; act?.atOnce && !(hasActed && act.who === 0); act = this.#script[0]) {
      this.#script.shift();
      const actor = this.#actor(act);
      hasActed ||= actor === self;
      if (actor === self && act.does.startsWith('throw')) throw this.#failure(self, act.does);
      this.#act(act.does, actor);
      if (this.#entered.at(-1) !== self) break;
    }
    return {
      // biome-ignore lint/suspicious/noThenProperty: a promise that is rejected at once, and not in a microtask.
      then: (/** @type {Next} */ _resolve, /** @type {Next} */ reject) => {
        self.reject = reject;
      },
    };
  }

  /** @param {Act} act */
  #actor({ who }) {
    return /** @type {Entered} */ (this.#entered.at(-1 - (who % this.#entered.length)));
  }

  /** @param {Act['does']} does @param {Entered} self */
  #act(does, self) {
    const { next, reject } = self;
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

/** @param {readonly Layer[]} layers */
function afterFirstRoute(layers) {
  return layers.findIndex(({ kind, path, method }) => kind === 4 && path && method) + 1;
}
