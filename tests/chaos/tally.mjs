import { judge } from './judge.mjs';

/**
 * @typedef {import('./requests.mjs').Request} Request
 * @typedef {(request: Request) => boolean} Expectation Whether a request may fail.
 */

/** Instead of an instance, for the requests that a fault itself sends. */
export const FAULT_CLIENT = -1;

/** Counts the outcomes of requests during one fault. */
export class Tally {
  requests = 0;
  /** Requests that failed although nothing was done to their instance. @type {string[]} */
  unexpected = [];
  /** @type {string[]} */
  wrong = [];
  /** Failures that the fault explains, by reason. @type {Map<string, number>} */
  expected = new Map();
  /** Ids of requests with status 201. @type {Set<string>} */
  acknowledged = new Set();
  /** Ids of requests that were never sent completely. @type {Set<string>} */
  incomplete = new Set();
  /** Ids of orders and uploads whose connection ended before the response. @type {Set<string>} */
  interrupted = new Set();
  /** Requests without an outcome. @type {Set<Request>} */
  pending = new Set();
  /** When a request failed last. */
  lastFailure = 0;
  /** By instance. @type {Map<number, Expectation>} */
  #mayFail = new Map();

  /** Requests that begin or end between this call and the next one may fail. @param {number} instance @param {Expectation} [expectation] */
  expectFailures(instance, expectation = () => true) {
    this.#mayFail.set(instance, expectation);
  }

  /** @param {number} instance */
  expectSuccess(instance) {
    this.#mayFail.delete(instance);
  }

  /**
   * @param {number} instance
   * @param {Request} request
   * @param {() => Promise<import('./connection.mjs').Outcome>} send
   */
  async count(instance, request, send) {
    const couldFail = this.#mayFail.get(instance)?.(request) === true;
    this.requests++;
    this.pending.add(request);
    const outcome = await send();
    this.pending.delete(request);
    const canFail = couldFail || this.#mayFail.get(instance)?.(request) === true;
    const { result, reason } = judge(request, outcome);
    if (result === 'good' && request.isStored) this.acknowledged.add(request.id);
    if ('broken' in outcome && request.isStored && instance !== FAULT_CLIENT)
      this.interrupted.add(request.id);
    if (result === 'wrong') this.wrong.push(reason);
    if (result === 'failed')
      this.#fail(
        `${instance === FAULT_CLIENT ? 'client of the fault' : `instance ${instance}`}, ${request.kind} ${request.id}: ${reason}`,
        reason,
        canFail,
      );
    return result;
  }

  /** @param {string} what @param {string} reason @param {boolean} isExpected */
  #fail(what, reason, isExpected) {
    this.lastFailure = performance.now();
    if (isExpected) this.expectedFailure(reason);
    else this.unexpected.push(what);
  }

  /** @param {string} reason */
  expectedFailure(reason) {
    this.expected.set(reason, (this.expected.get(reason) ?? 0) + 1);
  }

  get failed() {
    return [...this.expected.values()].reduce((sum, count) => sum + count, 0);
  }
}

/**
 * Compares what clients were told with what the journals have.
 *
 * @param {Pick<Tally, 'acknowledged' | 'incomplete' | 'interrupted'>} tally
 * @param {ReadonlyMap<string, number>} journal How often each id is in it.
 */
export function compareWithJournal({ acknowledged, incomplete, interrupted }, journal) {
  return {
    lost: [...acknowledged].filter((id) => !journal.has(id)),
    repeated: [...journal].filter(([, count]) => count > 1).map(([id]) => id),
    invented: [...incomplete].filter((id) => journal.has(id)),
    cutOff: [...interrupted].filter((id) => journal.has(id)),
  };
}
