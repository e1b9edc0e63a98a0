import { choosePlan, secondsOf } from './schedule.mjs';

/** The share of the budget after which it is known how fast the machine is. */
const TOLD = 0.1;
/** What is still to come may be slower than what has been. */
const CAUTION = 0.9;
const MOST_HASTE = 0.5;

/**
 * Keeps a run to its time: on a machine that is slower than was guessed what is left gets a shorter plan, on a faster one
 * a longer.
 *
 * @param {import('./schedule.mjs').Wishes & { budget: number }} options
 * @param {() => number} [now] In milliseconds.
 */
export function createPace(options, now = () => performance.now()) {
  const started = now();
  return {
    /**
     * The plan for what is left.
     *
     * @param {readonly import('./selection.mjs').Choice[]} left
     * @param {import('./schedule.mjs').Plan} plan The one until now.
     * @param {number} expected What was measured until now should have taken, in seconds.
     */
    planFor(left, plan, expected) {
      if (expected === 0) return plan;
      const elapsed = (now() - started) / 1_000;
      const seconds = (options.budget - elapsed) / Math.max(MOST_HASTE, elapsed / expected);
      const needed = secondsOf(left, plan, options);
      if (needed > seconds) return choosePlan(left, options, seconds);
      if (elapsed < TOLD * options.budget) return plan;
      const longer = choosePlan(left, options, seconds * CAUTION);
      return secondsOf(left, longer, options) > needed ? longer : plan;
    },
  };
}
