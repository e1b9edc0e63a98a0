/** @typedef {import('../result.mjs').Result} Result */

/** How many rounds a server had, such as `3` or `2 to 5`: the plan is shortened on a slow machine. @param {Pick<Result, 'scenarios'>} result */
export function roundsOf({ scenarios }) {
  return rangeOf(scenarios.flatMap(({ servers }) => servers.map(({ rounds }) => roundsIn(rounds))));
}

/** Those that a server had part in. @param {readonly import('../result.mjs').Round[]} rounds */
const roundsIn = (rounds) => rounds.filter((round) => round !== false).length;

/** How many seconds a window took, where it was not a number of requests. @param {Pick<Result, 'scenarios'>} result */
export function secondsOf({ scenarios }) {
  return rangeOf(scenarios.flatMap(({ load }) => load.seconds ?? []));
}

/** @param {readonly number[]} values */
function rangeOf(values) {
  if (values.length === 0) return '0';
  const [least, most] = [Math.min(...values), Math.max(...values)];
  return least === most ? `${least}` : `${least} to ${most}`;
}
