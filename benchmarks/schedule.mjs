/**
 * How much is measured, so that it fits into a time.
 *
 * @typedef {object} Plan
 * @property {number} rounds
 * @property {number} fixedRounds Of windows that are longer: with a fixed number of requests, or a time of their own.
 * @property {number} seconds Of a window.
 * @property {boolean} whole Whether a scenario whose source names the times of window and warm-up gets them.
 *
 * @typedef {import('./selection.mjs').Choice} Choice
 * @typedef {import('./runner/sample.mjs').FullLoad} FullLoad
 *
 * @typedef {object} Wishes What was asked for on the command line.
 * @property {boolean} full Every scenario, as its source measures it: `seconds` then leaves alone those that name a number
 *   of requests or a time of their own.
 * @property {number | undefined} rounds
 * @property {number | undefined} seconds
 * @property {number | undefined} requests
 * @property {number | undefined} connections
 * @property {number | undefined} pipelining
 * @property {number | undefined} warmUp
 */

/** @type {readonly Plan[]} The best first. */
const plans = [
  { rounds: 7, fixedRounds: 5, seconds: 2, whole: true },
  { rounds: 5, fixedRounds: 3, seconds: 2, whole: true },
  { rounds: 5, fixedRounds: 3, seconds: 1.5, whole: true },
  { rounds: 5, fixedRounds: 2, seconds: 1, whole: true },
  { rounds: 3, fixedRounds: 2, seconds: 1.5, whole: true },
  { rounds: 3, fixedRounds: 2, seconds: 1, whole: true },
  { rounds: 3, fixedRounds: 1, seconds: 1, whole: true },
  { rounds: 3, fixedRounds: 1, seconds: 0.5, whole: true },
  { rounds: 3, fixedRounds: 1, seconds: 0.5, whole: false },
  // The whole of it in three quarters of an hour. Rounds and windows are saved; warm-up is not.
  { rounds: 2, fixedRounds: 1, seconds: 0.5, whole: true },
];

/** To start a server, check it and end it. */
const SECONDS_AROUND = 0.8;

/** A guess over all servers, with a generator on a core of its own; Express is slower, and so is a single connection. */
const REQUESTS_PER_SECOND = 30_000;
const ON_ONE_CONNECTION = 15_000;

/**
 * Never less to save time. By wrk on a quiet machine, bare node:http took 43, 17, 16, 15 and 12.5 µs for a request in the first
 * five half seconds: after 10,000 requests samples of one server lay between 12 and 28 µs, after 40,000 between 12 and 18.
 */
const WARM_UP = 20_000;
const LONGEST_WARM_UP = 4;

/**
 * The best plan that fits; when none does, the shortest.
 *
 * @param {readonly Choice[]} choices
 * @param {Wishes} wishes
 * @param {number} budget In seconds.
 * @returns {Plan}
 */
export function choosePlan(choices, wishes, budget) {
  const wished = plans.map((plan) => wishedPlan(plan, wishes));
  const fitting = wished.find((plan) => secondsOf(choices, plan, wishes) <= budget);
  return fitting ?? /** @type {Plan} */ (wished.at(-1));
}

/** A plan, with what was asked for instead. @param {Plan} plan @param {Wishes} wishes @returns {Plan} */
export function wishedPlan(plan, { rounds, seconds }) {
  return {
    ...plan,
    ...(rounds !== undefined && { rounds, fixedRounds: rounds }),
    ...(seconds !== undefined && { seconds }),
  };
}

/** How long a plan takes, about. @param {readonly Choice[]} choices @param {Plan} plan @param {Wishes} wishes */
export function secondsOf(choices, plan, wishes) {
  return choices.reduce((sum, { scenario, contenders }) => {
    const load = loadOf(scenario, plan, wishes);
    return sum + roundsOf(load, plan) * contenders.length * secondsOfSample(load);
  }, 0);
}

/** @param {FullLoad} load */
export function secondsOfSample({ connections, warmUp, leastWarmUp, longestWarmUp, seconds, requests }) {
  const rate = connections === 1 ? ON_ONE_CONNECTION : REQUESTS_PER_SECOND;
  const warming = Math.max(leastWarmUp, Math.min(longestWarmUp, warmUp / rate));
  return SECONDS_AROUND + warming + (requests === undefined ? seconds : requests / rate);
}

/** @param {Pick<FullLoad, 'requests' | 'seconds'>} load @param {Plan} plan */
export function roundsOf({ requests, seconds }, plan) {
  return requests === undefined && seconds <= plan.seconds ? plan.rounds : plan.fixedRounds;
}

/**
 * A scenario's load, with what was asked for instead.
 *
 * @param {import('./suite.mjs').Scenario} scenario
 * @param {Plan} plan
 * @param {Wishes} wishes
 * @returns {FullLoad}
 */
export function loadOf({ load = {} }, plan, wishes) {
  const isOwn = wishes.requests === undefined && (wishes.full || wishes.seconds === undefined);
  const requests = wishes.requests ?? (isOwn ? load.requests : undefined);
  const isWhole = plan.whole && isOwn;
  return {
    connections: wishes.connections ?? load.connections ?? 100,
    pipelining: wishes.pipelining ?? load.pipelining ?? 1,
    warmUp: wishes.warmUp ?? load.warmUp ?? WARM_UP,
    leastWarmUp: isWhole && wishes.warmUp === undefined ? (load.warmUpSeconds ?? 0) : 0,
    longestWarmUp: LONGEST_WARM_UP,
    seconds: isWhole ? (load.seconds ?? plan.seconds) : plan.seconds,
    ...(requests !== undefined && { requests }),
  };
}
