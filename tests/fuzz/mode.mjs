/** @typedef {import('./difference.mjs').Difference} Difference */

/**
 * A way of fuzzing: how cases are generated, tried and simplified.
 *
 * @template Case
 * @typedef {object} Mode
 * @property {import('./options.mjs').ModeName} name
 * @property {number} concurrency Cases that may run at the same time.
 * @property {(seed: number, number: number) => Case} generate The same case for the same numbers.
 * @property {(fuzzCase: Case) => Promise<boolean>} glance Whether a case is a suspect. Other cases may run at the same time.
 * @property {(fuzzCase: Case) => Promise<Difference[]>} compare The differences. No other case may run at the same time.
 * @property {(fuzzCase: Case) => Iterable<Case>} simplifications Simpler cases, the biggest steps first.
 * @property {(fuzzCase: Case) => string} text For reports.
 * @property {() => { fast: number, node: number, begun?: number }} served Requests that each lane served; connections that started in Node.
 * @property {() => void} close
 */

export {};
