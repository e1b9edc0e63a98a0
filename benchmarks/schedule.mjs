/**
 * How much is measured, so that it fits into a time.
 *
 * @typedef {object} Plan
 * @property {number} rounds
 * @property {number} fixedRounds Of scenarios with a fixed number of requests, which may take long.
 * @property {number} seconds Of a window.
 *
 * @typedef {import('./selection.mjs').Choice} Choice
 * @typedef {import('./runner/sample.mjs').FullLoad} FullLoad
 *
 * @typedef {object} Wishes What was asked for on the command line.
 * @property {number | undefined} rounds
 * @property {number | undefined} seconds
 * @property {number | undefined} requests
 * @property {number | undefined} connections
 * @property {number | undefined} pipelining
 * @property {number | undefined} warmUp
 */

/** @type {readonly Plan[]} The best first. */
const plans = [
  { rounds: 7, fixedRounds: 5, seconds: 2 },
  { rounds: 5, fixedRounds: 3, seconds: 2 },
  { rounds: 5, fixedRounds: 3, seconds: 1.5 },
  { rounds: 5, fixedRounds: 2, seconds: 1 },
  { rounds: 3, fixedRounds: 2, seconds: 1.5 },
  { rounds: 3, fixedRounds: 2, seconds: 1 },
  { rounds: 3, fixedRounds: 1, seconds: 1 },
  { rounds: 3, fixedRounds: 1, seconds: 0.5 },
];

/** To start a server, check it and end it. */
const SECONDS_AROUND = 0.8;

/** A guess over all servers, with a generator on a core of its own; Express is slower. */
const REQUESTS_PER_SECOND = 15_000;

/** Never less to save time: after 4,000, some servers still run code that V8 optimises later, and seem slower than they are. */
const WARM_UP = 10_000;
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
  const wished = plans.map((plan) => ({
    ...plan,
    ...(wishes.rounds !== undefined && { rounds: wishes.rounds, fixedRounds: wishes.rounds }),
    ...(wishes.seconds !== undefined && { seconds: wishes.seconds }),
  }));
  const fitting = wished.find((plan) => secondsOf(choices, plan, wishes) <= budget);
  return fitting ?? /** @type {Plan} */ (wished.at(-1));
}

/** How long a plan takes, about. @param {readonly Choice[]} choices @param {Plan} plan @param {Wishes} wishes */
export function secondsOf(choices, plan, wishes) {
  return choices.reduce((sum, { scenario, contenders }) => {
    const load = loadOf(scenario, plan, wishes);
    return sum + roundsOf(load, plan) * contenders.length * secondsOfSample(load);
  }, 0);
}

/** @param {FullLoad} load */
export function secondsOfSample({ warmUp, longestWarmUp, seconds, requests }) {
  const warming = Math.min(longestWarmUp, warmUp / REQUESTS_PER_SECOND);
  return SECONDS_AROUND + warming + (requests === undefined ? seconds : requests / REQUESTS_PER_SECOND);
}

/** @param {Pick<FullLoad, 'requests'>} load @param {Plan} plan */
export function roundsOf({ requests }, { rounds, fixedRounds }) {
  return requests === undefined ? rounds : fixedRounds;
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
  const requests = wishes.requests ?? (wishes.seconds === undefined ? load.requests : undefined);
  return {
    connections: wishes.connections ?? load.connections ?? 100,
    pipelining: wishes.pipelining ?? load.pipelining ?? 1,
    warmUp: wishes.warmUp ?? load.warmUp ?? WARM_UP,
    longestWarmUp: LONGEST_WARM_UP,
    seconds: plan.seconds,
    ...(requests !== undefined && { requests }),
  };
}
