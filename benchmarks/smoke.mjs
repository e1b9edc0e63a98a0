import { startChild } from './core/child.mjs';
import { tryScenario } from './core/measure.mjs';
import { scenarios } from './scenarios.mjs';
import { contenderOf, servers, serves } from './servers.mjs';

/** Enough that each kind of client is among them. */
const REQUESTS = 16;
/** Processes at once. */
const WORKERS = 4;

/**
 * Sends every server a few requests of every scenario and compares the responses with the expected ones. Measures nothing.
 *
 * @param {string} node
 */
export async function smoke(node) {
  const apps = [...new Set(scenarios.map(({ app }) => app))];
  const tasks = servers.flatMap(({ name }) =>
    apps.filter((app) => serves(name, { app })).map((app) => ({ name, app })),
  );
  let passed = 0;
  /** @type {string[]} */
  const failures = [];
  const work = async () => {
    for (let task = tasks.shift(); task !== undefined; task = tasks.shift()) {
      const { name, app } = task;
      const child = await startChild(contenderOf(name), app, node, false);
      for (const scenario of scenarios.filter((each) => each.app === app && serves(name, each))) {
        try {
          await tryScenario(scenario, child.port, REQUESTS);
          passed++;
        } catch (error) {
          failures.push(`${name}, ${scenario.name}: ${error instanceof Error ? error.message : error}`);
        }
      }
      await child.stop();
    }
  };
  await Promise.all(Array.from({ length: WORKERS }, work));
  for (const failure of failures) console.error(`  ✗ ${failure}`);
  const failed = failures.length === 0 ? '' : `${failures.length} failed | `;
  console.log(`\n  Checks  ${failed}${passed} passed (${passed + failures.length})\n`);
  if (failures.length > 0) process.exitCode = 1;
}
