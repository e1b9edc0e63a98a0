import { fileURLToPath } from 'node:url';
import { checkAnswers } from '../lane/check.mjs';
import { batchesOf, sample } from '../lane/measure.mjs';
import { withoutDate } from '../lane/response.mjs';
import { coresFor, divideCores } from '../runner/cores.mjs';
import { startProcess } from '../runner/process.mjs';
import { median, shuffle } from '../statistics.mjs';
import { again, bare, intact } from './rows.mjs';

/**
 * @typedef {import('./scenarios.mjs').Scenario} Scenario
 * @typedef {import('../result.mjs').AblationSample} Sample
 * @typedef {Awaited<ReturnType<typeof startServer>>} Server
 * @typedef {Awaited<ReturnType<typeof sample>>} Slice
 *
 * @typedef {object} Load
 * @property {number} connections
 * @property {number} requests Of each slice.
 * @property {number} warmUp Requests before the first.
 * @property {number} slices
 */

const serve = fileURLToPath(new URL('serve.mjs', import.meta.url));

/** Starts the packages as a row leaves them. @param {Scenario} scenario @param {string} name */
export async function startServer(scenario, name) {
  const line = [process.execPath, serve, scenario.app.href, name];
  const cores = coresFor(1, divideCores());
  const { first, ask, stop } = await startProcess(`${scenario.name}, ${name}`, line, { cores });
  return { port: /** @type {number} */ (first.port), ask, stop };
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

/**
 * Starts each in a process of its own and measures them slice by slice, in an order that is random each time. A slice
 * takes a moment, so that whatever else the machine does falls on all of them.
 *
 * @param {Scenario} scenario
 * @param {readonly string[]} names Of rows.
 * @param {Load} load
 * @param {readonly string[]} wanted What the packages answer, as they are.
 * @returns {Promise<Map<string, Sample>>}
 */
export async function measureRound(scenario, names, load, wanted) {
  const { connections, requests, warmUp, slices } = load;
  const all = [intact, again, ...(scenario.hasListener ? [bare] : []), ...names];
  /** @type {Map<string, { server: Server, batches: ReturnType<typeof batchesOf>, list: Slice[] }>} */
  const running = new Map();
  try {
    for (const name of shuffle(all)) {
      const server = await startServer(scenario, name);
      running.set(name, { server, batches: [], list: [] });
      const texts = await checkAnswers(`${scenario.name}, ${name}`, server.port, scenario);
      if (name !== bare) refuseOther(name, texts, wanted);
      const batches = batchesOf(scenario, texts, scenario.pipelining);
      running.set(name, { server, batches, list: [] });
      await sample(server, batches, { connections, requests: warmUp });
    }
    for (let slice = 0; slice < slices; slice++) {
      for (const { server, batches, list } of shuffle([...running.values()])) {
        list.push(await sample(server, batches, { connections, requests }));
      }
    }
    return new Map([...running].map(([name, { list }]) => [name, medianOf(list)]));
  } finally {
    await Promise.all([...running.values()].map(({ server }) => server.stop()));
  }
}

/** @param {readonly Slice[]} slices @returns {Sample} */
function medianOf(slices) {
  return {
    rate: Math.round(median(slices.map(({ rate }) => rate))),
    cpu: rounded(median(slices.map(({ cpu }) => cpu))),
    busy: rounded(median(slices.map(({ busy }) => busy))),
  };
}

/** @param {number} value */
const rounded = (value) => Math.round(value * 1_000) / 1_000;

/** What is switched off must not be seen by clients. @param {string} name @param {readonly string[]} texts @param {readonly string[]} wanted */
function refuseOther(name, texts, wanted) {
  const place = texts.findIndex((text, index) => withoutDate(text) !== withoutDate(wanted[index] ?? ''));
  if (place === -1) return;
  throw new Error(`${name} answers\n${texts[place]}\nand not, as the packages do,\n${wanted[place]}`);
}
