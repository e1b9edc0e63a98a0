const MAX_TRIES = 800;
const MAX_MILLISECONDS = 60_000;

/**
 * Makes a failing case as small as possible: the first simpler case that still fails replaces it, until none does.
 *
 * @template Case
 * @param {Case} fuzzCase
 * @param {(fuzzCase: Case) => Iterable<Case>} simplifications
 * @param {(fuzzCase: Case) => Promise<boolean>} fails
 * @returns {Promise<Case>}
 */
export async function minimize(fuzzCase, simplifications, fails) {
  let best = fuzzCase;
  let tries = 0;
  const deadline = performance.now() + MAX_MILLISECONDS;
  for (let isSmaller = true; isSmaller; ) {
    isSmaller = false;
    for (const simpler of simplifications(best)) {
      if (++tries > MAX_TRIES || performance.now() > deadline) return best;
      if (!(await fails(simpler))) continue;
      best = simpler;
      isSmaller = true;
      break;
    }
  }
  return best;
}
