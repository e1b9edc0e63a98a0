// The runner of `npm run bench`: what was asked for, on the runtimes that were found.
import { join } from 'node:path';
import { leftOutOf } from './left-out.mjs';
import { measureScenario } from './measure.mjs';
import { createPace } from './pace.mjs';
import { createProgress, formatTime } from './progress.mjs';
import { resumeResult, saveResult, textOf } from './result-file.mjs';
import { divideCores } from './runner/cores.mjs';
import { endOnSignals } from './runner/end-on-signals.mjs';
import { loadGenerator, wrkVersion } from './runner/load.mjs';
import { describeMachine } from './runner/machine.mjs';
import { commit, executableVersion, factsOf, packageVersion } from './runner/versions.mjs';
import { choosePlan, loadOf, secondsOf, wishedPlan } from './schedule.mjs';
import { select } from './selection.mjs';
import { servers } from './servers.mjs';
import { readSuites } from './suites.mjs';
import { tablesOf } from './table.mjs';

/**
 * @typedef {import('./options.mjs').Options} Options
 * @typedef {import('./result.mjs').Result} Result
 */

/** @param {Options} options @param {import('./runner/server.mjs').Runtimes} runtimes */
export async function run(options, runtimes) {
  endOnSignals();
  const suites = await readSuites();
  const choices = choicesOf(options, suites);
  let plan = choosePlan(choices, options, options.budget);
  let result = begin(options, choices, plan, runtimes);
  const file = options.out ?? (options.full ? fileFor(result.node) : undefined);
  if (options.continue && file !== undefined) {
    const { commit: now } = result;
    result = resumeResult(file, result);
    plan = wishedPlan(result.options, options);
    if (!result.commit.split(', ').includes(now)) {
      console.error(`${file} was begun at commit ${result.commit}; this is ${now}: it will name both.`);
      result.commit += `, ${now}`;
    }
  }
  const { load } = result.machine;
  if (load > 1)
    console.error(`The machine is busy (load ${load.toFixed(1)}): trust processor time, not rates.`);
  const seconds = secondsOf(choices, plan, options);
  console.error(`${announcementOf(choices, plan, options)}; about ${formatTime(seconds)}\n`);

  const progress = createProgress(seconds);
  const setting = { runtimes, cores: divideCores(), generate: await loadGenerator(options.load) };
  const save = () => {
    result.leftOut = leftOutOf(result, suites);
    if (file !== undefined) saveResult(file, result);
  };
  const course = { plan, wishes: options, setting, progress, save };
  const pace = createPace(options);
  let failures = 0;
  for (const [index, choice] of choices.entries()) {
    const left = choices.slice(index);
    course.plan = pace.planFor(left, course.plan, progress.cost());
    progress.expect(secondsOf(left, course.plan, options));
    failures += await measureScenario(choice, result, course);
  }
  progress.end();
  console.log(options.json ? textOf(result).trimEnd() : tablesOf(result));
  if (failures > 0) {
    console.error(`\n${failures} samples failed: see above.`);
    process.exitCode = 1;
  }
}

/** @param {Options} options @param {readonly import('./suites.mjs').FoundSuite[]} suites */
function choicesOf(options, suites) {
  const choices = select(suites, options);
  if (options.load === 'autocannon') return choices;
  const timed = choices.filter(({ scenario }) => scenario.load?.requests === undefined);
  for (const { scenario } of choices) {
    if (scenario.load?.requests === undefined) continue;
    console.error(`${scenario.name} is left out: wrk can't send a fixed number of requests`);
  }
  return timed;
}

/** @param {Options} options @param {readonly import('./selection.mjs').Choice[]} choices @param {import('./schedule.mjs').Plan} plan @param {import('./runner/server.mjs').Runtimes} runtimes @returns {Result} */
function begin({ load }, choices, plan, runtimes) {
  const version = load === 'wrk' ? wrkVersion() : packageVersion(load);
  if (version === undefined) throw new Error('wrk is not installed: the second opinion is left out');
  const names = new Set(choices.flatMap(({ contenders }) => contenders.map(({ name }) => name)));
  return {
    machine: describeMachine(),
    node: executableVersion(runtimes.node),
    date: new Date().toISOString(),
    commit: commit(),
    options: plan,
    generator: { name: load, version },
    servers: servers.filter(({ name }) => names.has(name)).map((server) => factsOf(server, runtimes)),
    scenarios: [],
    absences: [],
  };
}

/** @param {readonly import('./selection.mjs').Choice[]} choices @param {import('./schedule.mjs').Plan} plan @param {Options} options */
function announcementOf(choices, plan, options) {
  const samples = choices.reduce((sum, { contenders }) => sum + contenders.length, 0);
  const loads = choices.map(({ scenario }) => loadOf(scenario, plan, options));
  const timed = loads.some(({ requests }) => requests === undefined);
  const fixed = loads.some(({ requests }) => requests !== undefined);
  return [
    `scenarios: ${choices.length}`,
    `samples in a round: ${samples}`,
    ...(timed ? [`rounds: ${plan.rounds} of ${plan.seconds} s`] : []),
    ...(fixed ? [`rounds of a fixed number of requests: ${plan.fixedRounds}`] : []),
  ].join(', ');
}

/** @param {string} version */
function fileFor(version) {
  return join(import.meta.dirname, 'results', `node-${version.split('.', 1)[0]}.json`);
}
