import { leastDisturbed } from './runner/least-disturbed.mjs';
import { takeSample } from './runner/sample.mjs';
import { Unavailable } from './runner/unavailable.mjs';
import { loadOf, roundsOf, secondsOfSample } from './schedule.mjs';
import { shuffle } from './statistics.mjs';

/**
 * @typedef {import('./selection.mjs').Choice} Choice
 * @typedef {import('./result.mjs').Result} Result
 * @typedef {import('./result.mjs').ScenarioResult} ScenarioResult
 * @typedef {import('./runner/server.mjs').Contender} Contender
 *
 * @typedef {object} Course How a run goes on.
 * @property {import('./schedule.mjs').Plan} plan
 * @property {import('./schedule.mjs').Wishes} wishes
 * @property {import('./runner/sample.mjs').Setting} setting
 * @property {ReturnType<typeof import('./progress.mjs').createProgress>} progress
 * @property {() => void} save After each round.
 */

/**
 * Measures a scenario: in every round every server once, in random order, so that what drifts drifts for all of them.
 * Rounds that the result has of all of them are not measured again. Where one has come since, they get rounds of their
 * own, in which those that are not asked for now have no part.
 *
 * @param {Choice} choice
 * @param {Result} result Is added to.
 * @param {Course} course
 * @returns {Promise<number>} how many samples failed
 */
export async function measureScenario(choice, result, course) {
  const { scenario } = choice;
  const planned = loadOf(scenario, course.plan, course.wishes);
  const entry = entryOf(choice, planned, result);
  const { leastWarmUp, longestWarmUp, seconds } = planned;
  // A scenario that was begun goes on as it began.
  const load = { leastWarmUp, longestWarmUp, seconds, ...entry.load };
  const rounds = roundsOf(load, course.plan);
  const cost = secondsOfSample(load);
  let failures = 0;
  for (let done = doneOf(entry, presentOf(choice, result)); done < rounds; done++) {
    const round = Math.max(0, ...entry.servers.map((server) => server.rounds.length));
    for (const contender of shuffle(presentOf(choice, result))) {
      course.progress.next(`${scenario.name}, round ${done + 1} of ${rounds}`, contender.name);
      const samples = roundsFrom(round, contender, entry);
      try {
        samples[round] = await leastDisturbed(() => takeSample(contender, scenario, load, course.setting));
      } catch (error) {
        if (error instanceof Unavailable) {
          const { message: reason } = error;
          result.absences.push({ server: contender.name, scenario: scenario.name, reason });
        } else {
          failures++;
          samples[round] = null;
          course.progress.say(`${scenario.name}, ${contender.name}: ${messageOf(error)}`);
        }
      }
      course.progress.done(cost);
    }
    entry.servers = entry.servers.filter(({ rounds }) => rounds.some((sample) => sample !== false));
    course.save();
  }
  return failures;
}

/** Those of whom it isn't known yet that they can't run here. @param {Choice} choice @param {Result} result */
function presentOf({ scenario, contenders }, { absences }) {
  return contenders.filter(
    ({ name }) => !absences.some((absence) => absence.server === name && absence.scenario === scenario.name),
  );
}

/** The scenario's place in the result. @param {Choice} choice @param {import('./runner/sample.mjs').FullLoad} load @param {Result} result @returns {ScenarioResult} */
function entryOf(choice, { connections, pipelining, warmUp, seconds, requests }, result) {
  const { name, title, note, cores } = choice.scenario;
  const found = result.scenarios.find((scenario) => scenario.name === name);
  if (found !== undefined) {
    for (const { name } of choice.contenders) {
      if (!found.servers.some((server) => server.name === name)) found.servers.push({ name, rounds: [] });
    }
    return found;
  }
  const window = requests === undefined ? { seconds } : { requests };
  /** @type {ScenarioResult} */
  const entry = {
    suite: choice.suite.name,
    name,
    title,
    source: choice.suite.source,
    ...(note !== undefined && { note }),
    ...(cores !== undefined && { cores }),
    load: { connections, pipelining, ...window, warmUp },
    baseline: 'node-http',
    servers: choice.contenders.map((contender) => ({ name: contender.name, rounds: [] })),
  };
  result.scenarios.push(entry);
  return entry;
}

/** How many rounds all of them have had together. @param {ScenarioResult} entry @param {readonly Contender[]} contenders */
function doneOf({ servers }, contenders) {
  const own = contenders.map(({ name }) => servers.find((server) => server.name === name)?.rounds ?? []);
  const [first = [], ...others] = own;
  return first.filter(
    (sample, round) => sample !== false && others.every((rounds) => (rounds[round] ?? false) !== false),
  ).length;
}

/** A contender's rounds, with those before this one that it had no part in. @param {number} round @param {Contender} contender @param {ScenarioResult} entry */
function roundsFrom(round, { name }, { servers }) {
  const rounds = servers.find((server) => server.name === name)?.rounds ?? [];
  while (rounds.length < round) rounds.push(false);
  return rounds;
}

/** With what it was caused by. @param {unknown} error */
function messageOf(error) {
  return error instanceof Error ? error.message : String(error);
}
