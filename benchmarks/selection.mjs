import { baseline, servers as registry } from './servers.mjs';

/**
 * What is measured.
 *
 * @typedef {object} Choice A scenario with its contenders.
 * @property {import('./suites.mjs').FoundSuite} suite
 * @property {import('./suite.mjs').Scenario} scenario
 * @property {readonly import('./runner/server.mjs').Contender[]} contenders
 *
 * @typedef {object} Selection
 * @property {boolean} full
 * @property {readonly string[] | undefined} suites
 * @property {readonly string[] | undefined} scenarios
 * @property {readonly string[] | undefined} servers
 */

/**
 * The scenarios and servers that were asked for, with the baseline. Without a word about scenarios it is the essential
 * ones; without a word at all, the essential servers as well.
 *
 * @param {readonly import('./suites.mjs').FoundSuite[]} suites
 * @param {Selection} selection
 * @returns {Choice[]}
 */
export function select(suites, { full, suites: askedSuites, scenarios, servers }) {
  const named = askedSuites !== undefined || scenarios !== undefined;
  const whole = full || named || servers !== undefined;
  const wanted = registry
    .filter(({ name, essential }) => name === baseline || (servers?.includes(name) ?? (whole || essential)))
    .map(({ name }) => name);
  return suites.flatMap((suite) =>
    suite.scenarios
      .filter(({ name, essential }) =>
        named ? askedSuites?.includes(suite.name) || scenarios?.includes(name) : full || essential,
      )
      .map((scenario) => ({ suite, scenario, contenders: contendersOf(suite, scenario, wanted) }))
      .filter(({ contenders }) => contenders.some(({ name }) => servers?.includes(name) ?? true)),
  );
}

/** @param {import('./suites.mjs').FoundSuite} suite @param {import('./suite.mjs').Scenario} scenario @param {readonly string[]} wanted */
function contendersOf({ files }, { servers }, wanted) {
  return registry
    .filter(({ name }) => wanted.includes(name) && (name === baseline || (servers?.includes(name) ?? true)))
    .flatMap(({ name, runtime }) => {
      const path = files.get(name);
      return path === undefined ? [] : [{ name, runtime, path }];
    });
}
