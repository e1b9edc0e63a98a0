import { pathToFileURL } from 'node:url';
import { answerTo, checkAnswers, withEntityTags } from '../runner/check.mjs';
import { coresFor } from '../runner/cores.mjs';
import { createMeter } from '../runner/meter.mjs';
import { commandOf, startServer } from '../runner/server.mjs';
import { median, shuffle } from '../statistics.mjs';

/**
 * @typedef {import('../runner/server.mjs').Contender} Contender
 * @typedef {import('../runner/server.mjs').RunningServer} RunningServer
 * @typedef {import('../suite.mjs').Scenario} Scenario
 *
 * @typedef {Pick<import('../result.mjs').Sample, 'cpu' | 'rate'>} Figures
 * @typedef {Record<'base' | 'head' | 'again', Figures>} Round `again` is the head once more.
 *
 * @typedef {object} Course
 * @property {number} seconds That each server is loaded in a round.
 * @property {number | undefined} warmUp
 * @property {import('../runner/sample.mjs').Setting} setting
 */

const useBase = new URL('use-base.mjs', import.meta.url);
const WARM_UP = 10_000;
const LONGEST_WARM_UP = 4;
/** Of each server, in a round. */
const SLICES = 5;

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
 * Asks a server for the scenario's answers.
 *
 * @param {Contender} contender
 * @param {Scenario} scenario
 * @param {Course} course
 * @throws Error when it gives others
 */
export async function tryOut(contender, scenario, course) {
  const { stop } = await open(contender, scenario, course);
  await stop();
}

/**
 * Measures base and head in fresh processes, slice by slice, in an order that is random each time. A slice takes a
 * moment, so that whatever else the machine does falls on all of them.
 *
 * @param {ReturnType<typeof contendersOf>} contenders
 * @param {Scenario} scenario
 * @param {Course} course
 * @returns {Promise<Round>}
 */
export async function measureRound(contenders, scenario, course) {
  const { seconds, warmUp = scenario.load?.warmUp ?? WARM_UP } = course;
  /** @type {{ key: keyof Round, server: RunningServer, slices: Figures[] }[]} */
  const running = [];
  try {
    for (const key of shuffle(/** @type {const} */ (['base', 'head', 'again']))) {
      const server = await open(contenders[key], scenario, course);
      running.push({ key, server, slices: [] });
      await load(server, scenario, { warmUp, seconds: 0.01 }, course);
    }
    for (let slice = 0; slice < SLICES; slice++) {
      for (const { server, slices } of shuffle(running)) {
        slices.push(await load(server, scenario, { warmUp: 0, seconds: seconds / SLICES }, course));
      }
    }
  } finally {
    await Promise.all(running.map(({ server }) => server.stop()));
  }
  const figures = running.map(({ key, slices }) => [key, medianOf(slices)]);
  return /** @type {Round} */ (Object.fromEntries(figures));
}

/** @param {Contender} contender @param {Scenario} scenario @param {Course} course */
async function open(contender, scenario, { setting: { runtimes, cores } }) {
  const place = { cores: coresFor(scenario.cores ?? 1, cores) };
  const server = await startServer(contender, scenario.name, commandOf(contender, runtimes), place);
  try {
    await checkAnswers(server.port, scenario);
    return server;
  } catch (error) {
    await server.stop();
    throw error;
  }
}

/** @param {RunningServer} server @param {Scenario} scenario @param {{ warmUp: number, seconds: number }} window @param {Course} course @returns {Promise<Figures>} */
async function load(server, { requests, answer, load = {} }, window, { setting: { cores, generate } }) {
  const { connections = 100, pipelining = 1 } = load;
  const meter = createMeter(server, cores);
  const outcome = await generate(
    {
      ...window,
      leastWarmUp: 0,
      longestWarmUp: LONGEST_WARM_UP,
      port: server.port,
      requests: await withEntityTags(server.port, requests),
      statuses: new Set(requests.map((_, index) => answerTo(answer, index).status)),
      connections,
      pipelining,
    },
    meter,
  );
  if (outcome.requests === 0) throw new Error('no answers under load: give it more seconds');
  return { cpu: meter.read().cpu / outcome.metered, rate: outcome.requests / outcome.seconds };
}

/** @param {readonly Figures[]} slices @returns {Figures} */
function medianOf(slices) {
  return { cpu: median(slices.map(({ cpu }) => cpu)), rate: median(slices.map(({ rate }) => rate)) };
}
