import { kindOf } from './difference.mjs';
import { minimise } from './minimise.mjs';

/**
 * @typedef {import('./difference.mjs').Difference} Difference
 *
 * @typedef {object} Finding
 * @property {string} mode
 * @property {number} seed
 * @property {number} number
 * @property {unknown} case As small as it gets.
 * @property {unknown} original
 * @property {Difference[]} differences Of the smallest case.
 * @property {string} text
 *
 * @typedef {object} Bounds
 * @property {number} seed
 * @property {number} first The number of the first case.
 * @property {number} cases
 * @property {number} deadline By `performance.now()`.
 * @property {number} findings Kinds of divergences after which it ends.
 *
 * @typedef {{ tried: number, findings: Finding[], repeated: number }} Outcome
 */

/** Cases between two looks at the clock. */
const batchSize = 5_000;

/** Times that a difference must show in a row to be one. */
const confirmations = 3;

/**
 * Tries case after case. What looks different is tried again by itself; what stays different is made small.
 *
 * @template Case
 * @param {import('./mode.mjs').Mode<Case>} mode
 * @param {Bounds} bounds
 * @param {{ tell: (tried: number) => void, found: (finding: Finding) => void }} listeners
 * @returns {Promise<Outcome>}
 */
export async function campaign(mode, { seed, first, cases, deadline, findings: most }, { tell, found }) {
  /** @type {Finding[]} */
  const findings = [];
  const kinds = new Set();
  let tried = 0;
  let repeated = 0;
  while (tried < cases && findings.length < most && performance.now() < deadline) {
    const size = Math.min(batchSize, cases - tried);
    const { suspects, done } = await glanceAtAll(mode, seed, first + tried, size, deadline);
    tried += done;
    tell(tried);
    for (const { number, fuzzCase } of suspects) {
      const differences = await confirmed(mode, fuzzCase);
      if (differences.length === 0) continue;
      const kind = kindOf(differences);
      if (kinds.has(kind)) {
        repeated++;
        continue;
      }
      kinds.add(kind);
      const finding = await reduce(mode, seed, number, fuzzCase, kind);
      findings.push(finding);
      found(finding);
      if (findings.length >= most) break;
    }
  }
  return { tried, findings, repeated };
}

/**
 * @template Case
 * @param {import('./mode.mjs').Mode<Case>} mode
 * @param {number} seed
 * @param {number} start
 * @param {number} size
 * @param {number} deadline
 */
async function glanceAtAll(mode, seed, start, size, deadline) {
  /** @type {{ number: number, fuzzCase: Case }[]} */
  const suspects = [];
  let done = 0;
  const lane = async () => {
    while (done < size && performance.now() < deadline) {
      const number = start + done++;
      const fuzzCase = mode.generate(seed, number);
      if (await mode.glance(fuzzCase)) suspects.push({ number, fuzzCase });
    }
  };
  await Promise.all(Array.from({ length: mode.lanes }, lane));
  return { suspects: suspects.sort((a, b) => a.number - b.number), done };
}

/**
 * What differs each time.
 *
 * @template Case
 * @param {import('./mode.mjs').Mode<Case>} mode
 * @param {Case} fuzzCase
 * @returns {Promise<Difference[]>} nothing when it doesn't always
 */
export async function confirmed(mode, fuzzCase) {
  /** @type {Difference[]} */
  let found = [];
  for (let time = 0; time < confirmations; time++) {
    found = await mode.compare(fuzzCase);
    if (found.length === 0) return [];
  }
  return found;
}

/**
 * @template Case
 * @param {import('./mode.mjs').Mode<Case>} mode
 * @param {number} seed
 * @param {number} number
 * @param {Case} original
 * @param {string} kind
 * @returns {Promise<Finding>}
 */
async function reduce(mode, seed, number, original, kind) {
  const small = await minimise(original, mode.simplifications, async (simpler) => {
    const found = await mode.compare(simpler);
    // Something else may go wrong on the way: it is a finding of its own.
    return found.length > 0 && kindOf(found) === kind && (await mode.compare(simpler)).length > 0;
  });
  const differences = await confirmed(mode, small);
  return { mode: mode.name, seed, number, case: small, original, differences, text: mode.text(small) };
}
