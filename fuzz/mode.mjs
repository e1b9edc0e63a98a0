/** @typedef {import('./difference.mjs').Difference} Difference */

/**
 * A way of fuzzing: how cases are made, tried and made smaller.
 *
 * @template Case
 * @typedef {object} Mode
 * @property {import('./options.mjs').ModeName} name
 * @property {number} lanes How many cases may go on at the same time.
 * @property {(seed: number, number: number) => Case} generate The same case for the same numbers.
 * @property {(fuzzCase: Case) => Promise<boolean>} glance Whether a case needs a second look. Others may go on meanwhile.
 * @property {(fuzzCase: Case) => Promise<Difference[]>} compare What differs. Nothing else goes on meanwhile.
 * @property {(fuzzCase: Case) => Iterable<Case>} simplifications Simpler cases, the biggest steps first.
 * @property {(fuzzCase: Case) => string} text For people.
 * @property {() => { fast: number, node: number, begun?: number }} served Requests that each lane served; connections that began with Node.
 * @property {() => void} close
 */

export {};
