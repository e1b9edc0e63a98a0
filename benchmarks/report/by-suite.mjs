/**
 * @typedef {import('./summarize-run.mjs').ScenarioSummary} ScenarioSummary
 *
 * @typedef {object} SuiteSummary
 * @property {string} name
 * @property {string} title
 * @property {string} source
 * @property {ScenarioSummary[]} scenarios
 */

/**
 * The scenarios of a run by suite, in its order.
 *
 * @param {{ scenarios: readonly ScenarioSummary[], suiteTitles: ReadonlyMap<string, string> }} run
 * @returns {SuiteSummary[]}
 */
export function suitesOf({ scenarios, suiteTitles }) {
  /** @type {Map<string, SuiteSummary>} */
  const suites = new Map();
  for (const scenario of scenarios) {
    const { suite: name, source } = scenario;
    const suite = suites.get(name) ?? {
      name,
      title: suiteTitles.get(name) ?? name,
      source,
      scenarios: [],
    };
    suite.scenarios.push(scenario);
    suites.set(name, suite);
  }
  return [...suites.values()];
}
