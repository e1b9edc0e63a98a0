import { fileURLToPath } from 'node:url';
import { checkAnswers } from '../lane/check.mjs';
import { batchesOf, sample } from '../lane/measure.mjs';
import { withoutDate } from '../lane/response.mjs';
import { coresFor, divideCores } from '../runner/cores.mjs';
import { startProcess } from '../runner/process.mjs';
import { shuffle } from '../statistics.mjs';
import { again, bare, intact } from './rows.mjs';

/**
 * @typedef {import('./scenarios.mjs').Scenario} Scenario
 * @typedef {import('../result.mjs').AblationSample} Sample
 *
 * @typedef {object} Load
 * @property {number} connections
 * @property {number} requests Of the measured window.
 * @property {number} warmUp Requests before it.
 */

const serve = fileURLToPath(new URL('serve.mjs', import.meta.url));

/** Starts the packages as a row leaves them. @param {Scenario} scenario @param {string} name */
export async function startServer(scenario, name) {
  const line = [process.execPath, serve, scenario.app.href, name];
  const cores = coresFor(1, divideCores());
  const { first, ask, stop } = await startProcess(`${scenario.name}, ${name}`, line, { cores });
  return { port: /** @type {number} */ (first.port), ask, stop };
}

/**
 * Measures each once, in random order, in a process of its own.
 *
 * @param {Scenario} scenario
 * @param {readonly string[]} names Of rows.
 * @param {Load} load
 * @param {readonly string[]} wanted What the packages answer, as they are.
 * @param {(name: string) => void} tell Is told what is measured now.
 * @returns {Promise<Map<string, Sample>>}
 */
export async function measureRound(scenario, names, load, wanted, tell) {
  const beside = scenario.hasListener ? [bare] : [];
  /** @type {Map<string, Sample>} */
  const samples = new Map();
  for (const name of shuffle([intact, again, ...beside, ...names])) {
    tell(name);
    samples.set(name, await measureOne(scenario, name, load, wanted));
  }
  return samples;
}

/** What the packages answer, as they are. @param {Scenario} scenario */
export async function answersOf(scenario) {
  const server = await startServer(scenario, intact);
  try {
    return await checkAnswers(`${scenario.name}, ${intact}`, server.port, scenario);
  } finally {
    await server.stop();
  }
}

/** @param {Scenario} scenario @param {string} name @param {Load} load @param {readonly string[]} wanted */
async function measureOne(scenario, name, { connections, requests, warmUp }, wanted) {
  const server = await startServer(scenario, name);
  try {
    const texts = await checkAnswers(`${scenario.name}, ${name}`, server.port, scenario);
    if (name !== bare) refuseOther(name, texts, wanted);
    const batches = batchesOf(scenario, texts, scenario.pipelining);
    await sample(server, batches, { connections, requests: warmUp });
    return await sample(server, batches, { connections, requests });
  } finally {
    await server.stop();
  }
}

/** What is switched off must not be seen by clients. @param {string} name @param {readonly string[]} texts @param {readonly string[]} wanted */
function refuseOther(name, texts, wanted) {
  const place = texts.findIndex((text, index) => withoutDate(text) !== withoutDate(wanted[index] ?? ''));
  if (place === -1) return;
  throw new Error(`${name} answers\n${texts[place]}\nand not, as the packages do,\n${wanted[place]}`);
}
