/** Tries after which a case is small enough. */
const mostTries = 800;

/** Milliseconds after which it has to do. */
const mostTime = 60_000;

/**
 * Makes a case as small as it gets while it still fails: the first simpler case that fails takes its place, again and again.
 *
 * @template Case
 * @param {Case} fuzzCase
 * @param {(fuzzCase: Case) => Iterable<Case>} simplifications
 * @param {(fuzzCase: Case) => Promise<boolean>} fails
 * @returns {Promise<Case>}
 */
export async function minimise(fuzzCase, simplifications, fails) {
  let best = fuzzCase;
  let tries = 0;
  const deadline = performance.now() + mostTime;
  for (let progress = true; progress; ) {
    progress = false;
    for (const simpler of simplifications(best)) {
      if (++tries > mostTries || performance.now() > deadline) return best;
      if (!(await fails(simpler))) continue;
      best = simpler;
      progress = true;
      break;
    }
  }
  return best;
}
