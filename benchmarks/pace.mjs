import { choosePlan, secondsOf } from './schedule.mjs';

/**
 * Keeps a run within its time on a machine that is slower than was guessed: what is left gets a shorter plan.
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
      const slowness = Math.max(1, elapsed / expected);
      const seconds = (options.budget - elapsed) / slowness;
      return secondsOf(left, plan, options) <= seconds ? plan : choosePlan(left, options, seconds);
    },
  };
}
