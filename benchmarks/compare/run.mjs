// The runner of `npm run bench:compare`: head against base, in turns.
import { loadavg } from 'node:os';
import { createProgress } from '../progress.mjs';
import { divideCores } from '../runner/cores.mjs';
import { endOnSignals } from '../runner/end-on-signals.mjs';
import { loadGenerator } from '../runner/load.mjs';
import { describeMachine } from '../runner/machine.mjs';
import { commit } from '../runner/versions.mjs';
import { readSuites } from '../suites.mjs';
import { compareRounds, comparisonTable } from './comparison.mjs';
import { contendersOf, measureRound, tryOut } from './measure.mjs';

/**
 * @typedef {import('./options.mjs').Options} Options
 * @typedef {import('./comparison.mjs').Comparison} Comparison
 * @typedef {{ path: string, scenario: import('../suite.mjs').Scenario }} Task
 */

/** @param {Options} options @param {{ folder: string, commit: string }} base Where the base was built. */
export async function run(options, base) {
  endOnSignals();
  const [load = 0] = loadavg();
  if (load > 1)
    console.error(`The machine is busy (load ${load.toFixed(1)}): small differences will not be told.`);
  const course = {
    seconds: options.seconds,
    warmUp: options.warmUp,
    setting: {
      runtimes: { node: process.execPath },
      cores: divideCores(),
      generate: await loadGenerator('autocannon'),
    },
  };
  const tasks = tasksOf(options, await readSuites());
  const progress = createProgress(tasks.length * options.rounds);
  /** @type {Comparison[]} */
  const comparisons = [];
  for (const { path, scenario } of tasks) {
    const contenders = contendersOf(path, base.folder);
    progress.next(scenario.name, 'tried out');
    try {
      await tryOut(contenders.base, scenario, course);
    } catch (error) {
      progress.say(`${scenario.name} is left out: the base can't serve it. ${reasonOf(error)}`);
      progress.done(options.rounds);
      continue;
    }
    const rounds = [];
    for (let round = 1; round <= options.rounds; round++) {
      progress.next(scenario.name, `round ${round} of ${options.rounds}`);
      rounds.push(await measureRound(contenders, scenario, course));
      progress.done();
    }
    comparisons.push(compareRounds(scenario.name, rounds));
  }
  progress.end();
  const facts = { base: base.commit, head: commit(), node: process.versions.node, server: options.server };
  console.log(options.json ? jsonOf(facts, options, comparisons) : textOf(facts, options, comparisons));
  const isSlower = comparisons.some(({ verdict }) => verdict === 'slower');
  if (comparisons.length === 0 || (isSlower && options.failsOnSlower)) process.exitCode = 1;
}

/** @param {Options} options @param {readonly import('../suites.mjs').FoundSuite[]} suites @returns {Task[]} */
function tasksOf({ scenarios: asked, server }, suites) {
  return suites.flatMap(({ files, scenarios }) => {
    const path = files.get(server);
    if (path === undefined) return [];
    return scenarios
      .filter(({ name, essential, servers }) =>
        asked === undefined ? essential && (servers?.includes(server) ?? true) : asked.includes(name),
      )
      .map((scenario) => ({ path, scenario }));
  });
}

/** @typedef {{ base: string, head: string, node: string, server: string }} Facts */

/** @param {Facts} facts @param {Options} options @param {readonly Comparison[]} comparisons */
function jsonOf(facts, { rounds, seconds }, comparisons) {
  return JSON.stringify({ ...facts, rounds, seconds, machine: describeMachine(), comparisons }, null, 2);
}

/** @param {Facts} facts @param {Options} options @param {readonly Comparison[]} comparisons */
function textOf({ base, head, node, server }, { rounds, seconds }, comparisons) {
  return [
    `${server} of ${head} (head; + stands for changes that aren't committed) beside ${base} (base)`,
    `on Node ${node}; medians of ${rounds} rounds of ${seconds} s.\n`,
    comparisonTable(comparisons),
    '\nCPU per request decides. Noise is what the head differs from itself by, as the quartiles of the same rounds say; a',
    'difference is told only where the quartiles of head and base stay outside of it. Where none is told, there may still',
    'be one: a quieter machine and longer rounds (--seconds) tell smaller ones.',
  ].join('\n');
}

/** @param {unknown} error */
const reasonOf = (error) => (error instanceof Error ? error.message : String(error));
