import { Exchange } from './exchange.mjs';
import { permitted } from './exemption.mjs';
import { Target } from './target.mjs';
import { blameEveryone, play } from './turns.mjs';

/**
 * @typedef {import('./case.mjs').FuzzCase} FuzzCase
 * @typedef {import('./exchange.mjs').Observation} Observation
 * @typedef {import('./exchange.mjs').Withheld} Withheld
 * @typedef {import('./target.mjs').Wrap} Wrap
 *
 * @typedef {object} Verdict
 * @property {'same' | 'exempt' | 'different'} verdict
 * @property {Observation} node What plain Node made of the case.
 * @property {Observation} lane What the fast lane made of it.
 *
 * @typedef {Error & { witness?: import('./witness.mjs').Witness }} PlannedError
 */

/** Where cases are tried: servers with the lane and without, for every arrangement, made when they are needed and kept. */
export class Arena {
  /** @type {Map<string, Target[]>} */
  #free = new Map();
  /** @type {Set<Target>} */
  #targets = new Set();
  #secure;
  #wrap;
  /** @type {NodeJS.UncaughtExceptionListener[]} */
  #listeners;

  /** @param {Wrap} wrap makes a plain server the one that is tested @param {{ secure?: boolean }} [options] */
  constructor(wrap, { secure = false } = {}) {
    this.#wrap = wrap;
    this.#secure = secure;
    // Handlers throw on purpose: while the arena stands, it decides what an uncaught error is.
    this.#listeners = process.listeners('uncaughtException');
    process.removeAllListeners('uncaughtException');
    process.on('uncaughtException', onUncaught);
  }

  /** How many requests each lane of the tested servers served, as far as they count. */
  served() {
    const sum = { fast: 0, node: 0 };
    for (const { wrapped, server } of this.#targets) {
      if (!wrapped || !('stats' in server)) continue;
      const { fast, node } = /** @type {import('@nextpress/fast-lane').WithStats} */ (server).stats();
      sum.fast += fast;
      sum.node += node;
    }
    return sum;
  }

  /** Tries a case on both servers at once, while others may go on. @param {FuzzCase} fuzzCase @returns {Promise<boolean>} whether it needs a second look */
  async glance(fuzzCase) {
    const [node, lane] = await Promise.all([this.#observe(fuzzCase, false), this.#observe(fuzzCase, true)]);
    return JSON.stringify(node) !== JSON.stringify(lane) || node.strays.length > 0;
  }

  /** Tries a case on one server after the other. Nothing else may go on. @param {FuzzCase} fuzzCase @returns {Promise<Verdict>} */
  async try(fuzzCase) {
    const node = await this.#observe(fuzzCase, false);
    const lane = await this.#observe(fuzzCase, true);
    if (JSON.stringify(node) === JSON.stringify(lane)) return { verdict: 'same', node, lane };
    for (const withheld of permitted(fuzzCase, node)) {
      const other = await this.#observe(fuzzCase, false, withheld);
      if (JSON.stringify(other) === JSON.stringify(lane)) return { verdict: 'exempt', node, lane };
    }
    return { verdict: isNodesOwnFault(node) ? 'exempt' : 'different', node, lane };
  }

  close() {
    for (const target of this.#targets) target.close();
    process.off('uncaughtException', onUncaught);
    for (const listener of this.#listeners) process.on('uncaughtException', listener);
  }

  /** @param {FuzzCase} fuzzCase @param {boolean} wrapped @param {Withheld} [withheld] @returns {Promise<Observation>} */
  async #observe(fuzzCase, wrapped, withheld) {
    const free = this.#freeOnes(`${fuzzCase.arrangement} ${wrapped}`);
    const target = free.pop() ?? (await this.#open(fuzzCase.arrangement, wrapped));
    const exchange = new Exchange(target, fuzzCase, withheld);
    await play(exchange);
    const observation = exchange.observe();
    if (exchange.over) free.push(target);
    else this.#discard(target);
    return observation;
  }

  /** @param {string} key */
  #freeOnes(key) {
    const free = this.#free.get(key) ?? [];
    this.#free.set(key, free);
    return free;
  }

  /** @param {string} arrangement @param {boolean} wrapped */
  async #open(arrangement, wrapped) {
    const target = new Target(arrangement, this.#secure, wrapped ? this.#wrap : undefined);
    this.#targets.add(target);
    return await target.listen();
  }

  /** A server that still holds a connection would speak of it to the next exchange. @param {Target} target */
  #discard(target) {
    this.#targets.delete(target);
    target.close();
  }
}

/** @param {PlannedError} error */
function onUncaught(error) {
  if (error.witness === undefined) blameEveryone(error.stack ?? String(error));
  else error.witness.uncaught(error);
}

/** Node's own TLS server may find its parser paused where a slow reader made it wait. @param {Observation} node */
function isNodesOwnFault({ server }) {
  return server.some((line) => line.includes('HPE_PAUSED'));
}
