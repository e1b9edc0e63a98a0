import { pathToFileURL } from 'node:url';
import { takeSample } from '../runner/sample.mjs';
import { loadOf } from '../schedule.mjs';
import { shuffle } from '../statistics.mjs';

/**
 * @typedef {import('../result.mjs').Sample} Sample
 * @typedef {import('../runner/server.mjs').Contender} Contender
 * @typedef {import('../suite.mjs').Scenario} Scenario
 *
 * @typedef {Record<'base' | 'head' | 'again', Sample>} Round `again` is the head once more.
 *
 * @typedef {object} Course
 * @property {number} rounds
 * @property {number} seconds
 * @property {number | undefined} warmUp
 * @property {import('../runner/sample.mjs').Setting} setting
 */

const useBase = new URL('use-base.mjs', import.meta.url);
const WARM_UP = 10_000;

/**
 * A server file with the packages of both.
 *
 * @param {string} path Of the file.
 * @param {string} folder Where the base was built.
 * @returns {Record<keyof Round, Contender>}
 */
export function contendersOf(path, folder) {
  const hook = new URL(useBase);
  hook.searchParams.set('folder', `${pathToFileURL(folder)}/`);
  /** @param {string} name @param {string[]} [execArgv] @returns {Contender} */
  const contender = (name, execArgv = []) => ({ name, runtime: 'node', path, execArgv });
  return {
    base: contender('base', ['--import', hook.href]),
    head: contender('head'),
    again: contender('head, again'),
  };
}

/**
 * Asks a server for the scenario's answers, and loads it for a moment.
 *
 * @param {Contender} contender
 * @param {Scenario} scenario
 * @param {Course} course
 * @throws Error when it can't serve them
 */
export async function tryOut(contender, scenario, { setting }) {
  const load = loadOf(scenario, planOf(1), wishesOf({ warmUp: 1, requests: 100 }));
  await takeSample(contender, plain(scenario), load, setting);
}

/**
 * Measures base and head in turns, in random order, in fresh processes.
 *
 * @param {ReturnType<typeof contendersOf>} contenders
 * @param {Scenario} scenario
 * @param {Course} course
 * @param {(round: number, name: string) => void} tell Is told what is measured now.
 * @returns {Promise<Round[]>}
 */
export async function measureScenario(contenders, scenario, course, tell) {
  const { rounds, seconds, warmUp, setting } = course;
  const load = loadOf(scenario, planOf(seconds), wishesOf({ warmUp, seconds }));
  /** @type {Round[]} */
  const measured = [];
  for (let round = 1; round <= rounds; round++) {
    /** @type {Partial<Round>} */
    const samples = {};
    for (const key of shuffle(/** @type {const} */ (['base', 'head', 'again']))) {
      const contender = contenders[key];
      tell(round, contender.name);
      samples[key] = await takeSample(contender, plain(scenario), load, setting);
    }
    measured.push(/** @type {Round} */ (samples));
  }
  return measured;
}

/** Without what costs something to measure. @param {Scenario} scenario @returns {Scenario} */
function plain({ measures: _, ...scenario }) {
  return scenario;
}

/** @param {number} seconds */
const planOf = (seconds) => ({ rounds: 1, fixedRounds: 1, seconds, warmUp: WARM_UP });

/** @param {{ warmUp?: number | undefined, seconds?: number, requests?: number }} wishes @returns {import('../schedule.mjs').Wishes} */
const wishesOf = ({ warmUp, seconds, requests }) => ({
  rounds: undefined,
  seconds,
  requests,
  connections: undefined,
  pipelining: undefined,
  warmUp,
});
