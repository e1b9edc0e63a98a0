import { differences } from '../difference.mjs';
import { atOnce, inScript } from './delivery.mjs';
import { Exchange } from './exchange.mjs';
import { calmed, holdsTooMuch, permitted } from './exemption.mjs';
import { isMerelyLater, withoutReset } from './later.mjs';
import { Target } from './target.mjs';
import { blameEveryone, play } from './turns.mjs';

/**
 * @typedef {import('./case.mjs').FuzzCase} FuzzCase
 * @typedef {import('./exchange.mjs').Observation} Observation
 * @typedef {import('./delivery.mjs').Delivery} Delivery
 * @typedef {import('./target.mjs').Wrap} Wrap
 *
 * @typedef {object} Verdict
 * @property {'same' | 'exempt' | 'different'} verdict
 * @property {Observation} node What plain Node did, for the delivery that comes closest to the lane.
 * @property {Observation} lane What the fast lane did.
 *
 * @typedef {Error & { recorder?: import('./recorder.mjs').Recorder }} PlannedError
 */

/** Servers with and without the lane for every arrangement, created on demand. */
export class Arena {
  /** @type {Map<string, Target[]>} */
  #free = new Map();
  /** @type {Set<Target>} */
  #targets = new Set();
  #served = { fast: 0, node: 0, begun: 0 };
  /** How much was sent, and whether all of it had been read. @type {WeakMap<Observation, { sent: number, leavesUnread: boolean }>} */
  #sentBytes = new WeakMap();
  #secure;
  #brief;
  #wrap;
  /** @type {NodeJS.UncaughtExceptionListener[]} */
  #listeners;

  /** @param {Wrap} wrap Makes the tested server of a plain one. @param {{ secure?: boolean, brief?: boolean }} [options] `brief` with many brief connections before each exchange */
  constructor(wrap, { secure = false, brief = false } = {}) {
    this.#wrap = wrap;
    this.#brief = brief;
    this.#secure = secure;
    // Handlers throw on purpose, so the arena handles uncaught errors while it is open.
    this.#listeners = process.listeners('uncaughtException');
    process.removeAllListeners('uncaughtException');
    process.on('uncaughtException', onUncaught);
  }

  /** Requests that each lane of the tested servers has served, and connections that started in Node. */
  served() {
    for (const target of this.#targets) this.#count(target);
    return this.#served;
  }

  /** Tries a case while others may run. @param {FuzzCase} fuzzCase @returns {Promise<boolean>} Whether it is a suspect. */
  async glance(fuzzCase) {
    const { verdict, node } = await this.try(fuzzCase, false);
    return verdict === 'different' || node.strays.length > 0;
  }

  /** Tries a case on both servers. @param {FuzzCase} fuzzCase @param {boolean} [alone] Runs one server after the other, so that uncaught errors have an owner. @returns {Promise<Verdict>} */
  async try(fuzzCase, alone = true) {
    const verdict = await this.#settle(fuzzCase, false, alone);
    if (verdict.verdict !== 'different') return verdict;
    for (const { hasty, calmer } of calmed(fuzzCase)) {
      const again = await this.#settle(calmer, hasty, alone);
      if (again.verdict !== 'different') return { ...again, verdict: 'exempt' };
    }
    return verdict;
  }

  /** @param {FuzzCase} fuzzCase @param {boolean} hasty With servers that hurry, and without a look at when things happen. @param {boolean} alone @returns {Promise<Verdict>} */
  async #settle(fuzzCase, hasty, alone) {
    // The lane reads in JavaScript, so this delivery is the most likely to match.
    const first = this.#observe(fuzzCase, false, inScript, hasty);
    if (alone) await first;
    const [lane, node] = await Promise.all([this.#observe(fuzzCase, true, atOnce, hasty), first]);
    if (isSame(node, lane, hasty)) return { verdict: 'same', node, lane };
    /** @type {Observation[]} */
    const others = [node];
    let latest = node;
    let latestStops = 1;
    let closest = node;
    let distance = Number.POSITIVE_INFINITY;
    for (const delivery of permitted(fuzzCase, node)) {
      // For a paced stream it makes no difference how it is read: each part is read to its end.
      if (hasty && Number.isFinite(delivery.nativeFrom)) continue;
      const other = await this.#observe(fuzzCase, false, delivery, hasty);
      const isWithheld = delivery.stops.length > 0;
      // Without the bytes there is no moment at which they take effect.
      if (delivery.fin !== 'drops') others.push(other);
      if (delivery.fin === 'waits' && delivery.stops.length >= latestStops) {
        latestStops = delivery.stops.length;
        latest = other;
      }
      if (isSame(other, lane, hasty, isWithheld)) return { verdict: 'exempt', node: other, lane };
      if (!alone) continue;
      // Only for the report: the distance decides nothing.
      if (distance === Number.POSITIVE_INFINITY) distance = differences(node, lane).length;
      const found = differences(other, lane).length;
      if (found < distance) [closest, distance] = [other, found];
    }
    if (
      latest !== node &&
      others.some((other) => isMerelyLater(other, this.#comparable(lane, other), node, latest))
    )
      return { verdict: 'exempt', node: closest, lane };
    return {
      verdict: this.#isBeyondTelling(fuzzCase, node, lane) ? 'exempt' : 'different',
      node: closest,
      lane,
    };
  }

  /** @param {FuzzCase} fuzzCase @param {Observation} node @param {Observation} lane */
  #isBeyondTelling(fuzzCase, node, lane) {
    const { arrangement, plans, rush, units } = fuzzCase;
    if (holdsTooMuch(fuzzCase)) return true;
    if (!this.#secure) return false;
    // Node's server can fail with a paused parser after a slow reader.
    if (node.server.some((line) => line.includes('HPE_PAUSED'))) return true;
    // A write takes several ticks, which decide how many responses an immediate FIN or a destroyed socket cuts off.
    const isCut =
      // The stream fills several records, with ticks between them.
      units.join('').length > longestRecord ||
      (plans.length > 1 && (rush || plans.some(({ kind }) => kind.startsWith('destroy')))) ||
      (arrangement === 'clientErrorDestroy' && node.server.some((line) => line.startsWith('clientError')));
    return isCut && isCutShort(node, lane);
  }

  /** The observation of the lane, comparable with one of Node from which unread bytes were withheld. @param {Observation} lane @param {Observation} other */
  #comparable(lane, other) {
    const [ours, theirs] = [this.#sentBytes.get(lane), this.#sentBytes.get(other)];
    const isWithheld = Number(theirs?.sent) < Number(ours?.sent);
    return ours?.leavesUnread && isWithheld ? withoutReset(lane) : lane;
  }

  close() {
    for (const target of this.#targets) target.close();
    process.off('uncaughtException', onUncaught);
    for (const listener of this.#listeners) process.on('uncaughtException', listener);
  }

  /** @param {FuzzCase} fuzzCase @param {boolean} wrapped @param {Delivery} [delivery] @param {boolean} [hasty] @returns {Promise<Observation>} */
  async #observe(fuzzCase, wrapped, delivery, hasty = false) {
    const { arrangement } = fuzzCase;
    const free = this.#freeOnes(`${arrangement} ${wrapped} ${hasty}`);
    const target = free.pop() ?? (await this.#open(arrangement, wrapped, hasty));
    if (wrapped && this.#brief) await target.comeAndGo();
    const exchange = new Exchange(target, fuzzCase, delivery);
    await play(exchange);
    const observation = exchange.observe();
    this.#sentBytes.set(observation, { sent: exchange.sent, leavesUnread: exchange.leavesUnread });
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

  /** @param {string} arrangement @param {boolean} wrapped @param {boolean} hasty */
  async #open(arrangement, wrapped, hasty) {
    const target = new Target(arrangement, this.#secure, wrapped ? this.#wrap : undefined, hasty);
    this.#targets.add(target);
    return await target.listen();
  }

  /** Closes a server whose open connection would disturb the next exchange. @param {Target} target */
  #discard(target) {
    this.#targets.delete(target);
    this.#count(target);
    target.close();
  }

  /** @param {Target} target */
  #count({ wrapped, server }) {
    if (!wrapped || !('stats' in server)) return;
    const { fast, node, handedOver } = /** @type {import('@nextpress/fast-lane').WithStats} */ (
      server
    ).stats();
    this.#served.fast += fast;
    this.#served.node += node;
    this.#served.begun += handedOver['short-lived'] ?? 0;
  }
}

/**
 * @param {Observation} one
 * @param {Observation} other
 * @param {boolean} [timeless] Only the outcome counts, not what was there at which rest.
 * @param {boolean} [isWithheld] Bytes were withheld from one: the other may have had a FIN before them, and what follows a
 * parse error with them or not at all.
 */
function isSame(one, other, timeless = false, isWithheld = false) {
  const part = (/** @type {Observation} */ { rests, socket, server, ...rest }) => ({
    ...rest,
    rests: timeless ? rests.at(-1) : rests,
    socket: isWithheld ? socket.filter((event) => !event.startsWith('end')) : socket,
    server: isWithheld ? server.filter((event) => !isEcho(event)) : server,
  });
  return JSON.stringify(part(one)) === JSON.stringify(part(other));
}

/** Bytes of a TLS record. */
const longestRecord = 16_384;

const refusal = /HTTP\/1\.1 40[08] [A-Za-z ]+\r\nConnection: close\r\n\r\n$/;

/**
 * Whether one is the other cut short, apart from a final 400 or 408: the same responses to the same requests as far as they
 * go.
 *
 * @param {Observation} one
 * @param {Observation} other
 */
function isCutShort(one, other) {
  const texts = [one, other].map(({ bytes }) => bytes.replace(refusal, ''));
  const requests = [one, other].map(({ server }) => server.filter((line) => /^\w+ \d/.test(line)).join('\n'));
  return [texts, requests].every(([a = '', b = '']) => a.startsWith(b) || b.startsWith(a));
}

/** Whether it is the error that a failed parser repeats for each further chunk. @param {string} event */
function isEcho(event) {
  return event.startsWith('clientError') && event.endsWith('"writable":false}');
}

/** @param {PlannedError} error */
function onUncaught(error) {
  if (error.recorder === undefined) blameEveryone(error.stack ?? String(error));
  else error.recorder.uncaught(error);
}
