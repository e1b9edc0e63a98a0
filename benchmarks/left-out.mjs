import { servers } from './servers.mjs';

/**
 * What there is to measure and a result doesn't hold.
 *
 * @param {Pick<import('./result.mjs').Result, 'servers' | 'scenarios'>} result
 * @param {readonly import('./suites.mjs').FoundSuite[]} suites
 * @returns {import('./result.mjs').LeftOut}
 */
export function leftOutOf(result, suites) {
  const asked = new Set(result.servers.map(({ name }) => name));
  const measured = new Set(result.scenarios.map(({ name }) => name));
  const scenarios = suites.flatMap((suite) => suite.scenarios);
  return {
    servers: servers.flatMap(({ name }) => (asked.has(name) ? [] : name)),
    scenarios: scenarios.flatMap(({ name }) => (measured.has(name) ? [] : name)),
  };
}
