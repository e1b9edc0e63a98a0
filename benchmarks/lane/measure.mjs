import { batchesOfCycle } from '../runner/batches.mjs';
import { shuffle } from '../statistics.mjs';
import { checkAnswers, compareAnswers } from './check.mjs';
import { startServer } from './process.mjs';
import { withoutDate } from './response.mjs';
import { twins } from './scenarios.mjs';
import { Traffic } from './traffic.mjs';

/**
 * @typedef {import('./scenarios.mjs').Scenario} Scenario
 * @typedef {import('./process.mjs').ServerProcess} ServerProcess
 *
 * @typedef {object} Load
 * @property {number} connections
 * @property {number} rounds In each process.
 * @property {number} requests Of a round.
 * @property {number} warmUp Requests to each server before the first round.
 *
 * @typedef {object} Sample
 * @property {number} cpu The server's processor time per request, in microseconds.
 * @property {number} rate Requests per second.
 * @property {number} busy Share of the time in which the server was computing.
 *
 * @typedef {Map<string, Sample>} Round By variant.
 */

/**
 * Measures a scenario with one process for each variant. The servers take turns in random order, so that what drifts
 * drifts for all of them.
 *
 * @param {Scenario} scenario
 * @param {Load} load
 * @param {import('./process.mjs').Runtimes} runtimes
 * @returns {Promise<{ rounds: Map<number, Round[]>, inLane: Map<string, number> }>} rounds by pipelining, and which share
 *   of the requests was served in the fast lane, by variant
 */
export async function measure(scenario, load, runtimes) {
  const variants = scenario.variants.filter((name) => !(name === 'bun' || name === 'deno') || runtimes[name]);
  /** @type {Map<string, ServerProcess>} */
  const servers = new Map();
  try {
    await Promise.all(
      variants.map(async (variant) => {
        servers.set(variant, await startServer(scenario.app, variant, runtimes));
      }),
    );
    const texts = await answersOf(scenario, servers);
    /** @type {Map<number, Round[]>} */
    const rounds = new Map();
    for (const { pipelining } of scenario.goals) {
      rounds.set(pipelining, await measurePipelining(scenario, pipelining, load, servers, texts));
    }
    return { rounds, inLane: await sharesOf(servers) };
  } finally {
    for (const server of servers.values()) await server.stop();
  }
}

/**
 * @param {Scenario} scenario
 * @param {number} pipelining
 * @param {Load} load
 * @param {ReadonlyMap<string, ServerProcess>} servers
 * @param {ReadonlyMap<string, string[]>} texts What each of them says.
 */
async function measurePipelining(scenario, pipelining, load, servers, texts) {
  const { connections, rounds } = load;
  const warmUp = Math.ceil(load.warmUp / scenario.goals.length);
  /** @type {Round[]} */
  const list = [];
  for (let round = 0; round <= rounds; round++) {
    /** @type {Round} */
    const samples = new Map();
    for (const [variant, server] of shuffle([...servers])) {
      const batches = batchesOf(scenario, texts.get(variant) ?? [], pipelining);
      if (batches.length === 0) continue;
      const requests = round === 0 ? warmUp : load.requests;
      try {
        samples.set(variant, await sample(server, batches, { connections, requests }, scenario.settle));
      } catch (cause) {
        throw new Error(`${scenario.name}, ${variant}, pipelining ${pipelining}`, { cause });
      }
    }
    if (round > 0) list.push(samples);
  }
  return list;
}

/**
 * Loads a server for a moment.
 *
 * @param {ServerProcess} server
 * @param {readonly import('./traffic.mjs').Batch[]} batches
 * @param {Pick<Load, 'connections' | 'requests'>} load
 * @param {number} [settle]
 * @returns {Promise<Sample>}
 */
export async function sample(server, batches, { connections, requests }, settle = 2) {
  const traffic = new Traffic(batches);
  const size = batches[0]?.requests ?? 1;
  await traffic.open(server.port, connections);
  await traffic.run(connections * Math.max(settle, size), true);
  const before = await server.ask('cpu');
  const started = performance.now();
  const sent = await traffic.run(requests, false);
  const elapsed = (performance.now() - started) * 1_000;
  const cpu = (await server.ask('cpu')) - before;
  traffic.close();
  return { cpu: cpu / sent, rate: (sent / elapsed) * 1_000_000, busy: cpu / elapsed };
}

/**
 * What each server says, checked.
 *
 * @param {Scenario} scenario
 * @param {ReadonlyMap<string, { port: number }>} servers
 */
export async function answersOf(scenario, servers) {
  /** @type {Map<string, string[]>} */
  const texts = new Map();
  for (const [variant, { port }] of servers) {
    texts.set(variant, await checkAnswers(`${scenario.name}, ${variant}`, port, scenario));
  }
  compareAnswers(texts, twins);
  return texts;
}

/**
 * Cuts the scenario's cycle of requests into batches; none of several where a connection is closed behind each answer.
 *
 * @param {Pick<Scenario, 'requests' | 'fresh' | 'pieces'>} scenario
 * @param {readonly string[]} texts Of the answers.
 * @param {number} size
 * @returns {import('./traffic.mjs').Batch[]}
 */
export function batchesOf({ requests, fresh = false, pieces = 1 }, texts, size) {
  const closes = fresh || texts.some((text) => /\r\nconnection: close *\r/i.test(text));
  if (closes && size > 1) return [];
  return batchesOfCycle(requests.length, size).map((places) => {
    const bytes = Buffer.concat(places.map((place) => requests[place] ?? Buffer.alloc(0)));
    const text = places.map((place) => texts[place] ?? '').join('');
    const part = Math.ceil(bytes.length / pieces);
    return {
      pieces: Array.from({ length: pieces }, (_, index) => bytes.subarray(index * part, (index + 1) * part)),
      requests: size,
      answer: withoutDate(text),
      length: text.length,
      closes,
    };
  });
}

/** @param {ReadonlyMap<string, ServerProcess>} servers */
async function sharesOf(servers) {
  /** @type {Map<string, number>} */
  const shares = new Map();
  for (const [variant, server] of servers) {
    if (variant === 'bun' || variant === 'deno') continue;
    const stats = await server.ask('stats');
    if (stats !== null) shares.set(variant, stats.fast / Math.max(1, stats.fast + stats.node));
  }
  return shares;
}
