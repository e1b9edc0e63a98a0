import { kindOf } from './difference.mjs';
import { minimize } from './minimize.mjs';

/**
 * @typedef {import('./difference.mjs').Difference} Difference
 *
 * @typedef {object} Finding
 * @property {string} mode
 * @property {number} seed
 * @property {number} number
 * @property {unknown} case The minimized case.
 * @property {unknown} original
 * @property {Difference[]} differences Of the minimized case.
 * @property {string} text
 *
 * @typedef {object} Bounds
 * @property {number} seed
 * @property {number} first The number of the first case.
 * @property {number} cases
 * @property {number} deadline By `performance.now()`.
 * @property {number} findings Kinds of divergences after which the campaign ends.
 *
 * @typedef {object} Listeners
 * @property {(tried: number) => Promise<void> | void} tell Called after each batch, when no case is in progress.
 * @property {(finding: Finding) => void} found
 *
 * @typedef {{ tried: number, findings: Finding[], repeated: number }} Outcome
 */

const BATCH_SIZE = 5_000;
/** Cases after which listeners can take the memory use as a base. */
const WARM_UP = 1_000;
/** How often in a row a difference must show to count. */
const CONFIRMATIONS = 3;

/**
 * Tries case after case. A suspect is tried again alone, and a confirmed difference is minimized.
 *
 * @template Case
 * @param {import('./mode.mjs').Mode<Case>} mode
 * @param {Bounds} bounds
 * @param {Listeners} listeners
 * @returns {Promise<Outcome>}
 */
export async function campaign(mode, { seed, first, cases, deadline, findings: most }, { tell, found }) {
  /** @type {Finding[]} */
  const findings = [];
  const kinds = new Set();
  let tried = 0;
  let repeated = 0;
  while (tried < cases && findings.length < most && performance.now() < deadline) {
    const size = Math.min(tried === 0 ? WARM_UP : BATCH_SIZE, cases - tried);
    const { suspects, done } = await tryBatch(mode, seed, first + tried, size, deadline);
    tried += done;
    await tell(tried);
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
async function tryBatch(mode, seed, start, size, deadline) {
  /** @type {{ number: number, fuzzCase: Case }[]} */
  const suspects = [];
  let done = 0;
  const work = async () => {
    while (done < size && performance.now() < deadline) {
      const number = start + done++;
      const fuzzCase = mode.generate(seed, number);
      if (await mode.glance(fuzzCase)) suspects.push({ number, fuzzCase });
    }
  };
  await Promise.all(Array.from({ length: mode.concurrency }, work));
  return { suspects: suspects.sort((a, b) => a.number - b.number), done };
}

/**
 * The differences of a case that differs each time, or none.
 *
 * @template Case
 * @param {import('./mode.mjs').Mode<Case>} mode
 * @param {Case} fuzzCase
 * @returns {Promise<Difference[]>}
 */
export async function confirmed(mode, fuzzCase) {
  /** @type {Difference[]} */
  let found = [];
  for (let time = 0; time < CONFIRMATIONS; time++) {
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
  const small = await minimize(original, mode.simplifications, async (simpler) => {
    const found = await mode.compare(simpler);
    // A simpler case may show another divergence, which would be a finding of its own.
    return found.length > 0 && kindOf(found) === kind && (await mode.compare(simpler)).length > 0;
  });
  const differences = await confirmed(mode, small);
  return { mode: mode.name, seed, number, case: small, original, differences, text: mode.text(small) };
}
