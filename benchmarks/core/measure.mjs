import { clientLines, HEADS, rawRequest } from '@nextpress-internal/bench-kit/heads';
import { createRandom, median, shuffle } from '@nextpress-internal/bench-kit/statistics';
import { startChild } from './child.mjs';
import { differencesOf } from './response.mjs';
import { Traffic } from './traffic.mjs';

/**
 * @typedef {import('./child.mjs').Contender} Contender
 * @typedef {import('../scenarios.mjs').Scenario} Scenario
 *
 * @typedef {object} Sample
 * @property {number} cpu The server's CPU time per request, in microseconds.
 * @property {number} leastCpu That of its best turn.
 * @property {number} rate Requests per second.
 * @property {number} busy The share of the time in which the server used its core.
 * @property {number} peakRss In bytes.
 *
 * @typedef {object} Window
 * @property {number} seconds Measured per server and round.
 * @property {number} [turns] Each server is measured in so many per round, so that a disturbance hits all servers (4).
 * @property {number} [warmUp] Requests before, instead of the scenario's number.
 * @property {string} node Path of the servers' Node.
 */

const TURNS = 4;
const WARM_UP = 20_000;
/** No slow scenario is warmed up for longer, in seconds. */
const MOST_WARM_UP = 4;
const CONNECTIONS = 100;

/**
 * Measures the contenders once, in fresh processes that take turns in random order.
 *
 * @param {Scenario} scenario
 * @param {readonly Contender[]} contenders
 * @param {Window} window
 * @returns {Promise<Map<string, Sample>>} by the contenders' names
 */
export async function measureRound(scenario, contenders, window) {
  const exchanges = rawExchanges(scenario);
  const { turns: turnCount = TURNS } = window;
  /** @type {{ name: string, child: import('./child.mjs').Child, traffic: Traffic, turns: Omit<Sample, 'leastCpu' | 'peakRss'>[] }[]} */
  const servers = [];
  try {
    for (const contender of shuffle(contenders)) {
      const child = await startChild(contender, scenario.app, window.node);
      const traffic = new Traffic(exchanges, loadOf(scenario));
      servers.push({ name: contender.name, child, traffic, turns: [] });
      const requests = window.warmUp ?? scenario.warmUp ?? WARM_UP;
      await labeled(scenario, contender.name, warmUp(child.port, traffic, requests));
    }
    for (let turn = 0; turn < turnCount; turn++) {
      for (const { name, child, traffic, turns } of shuffle(servers)) {
        const measuring = measureTurn(child, traffic, window.seconds / turnCount, scenario);
        turns.push(await labeled(scenario, name, measuring));
      }
    }
    /** @type {Map<string, Sample>} */
    const samples = new Map();
    for (const { name, child, turns } of servers) {
      samples.set(name, {
        cpu: median(turns.map(({ cpu }) => cpu)),
        leastCpu: Math.min(...turns.map(({ cpu }) => cpu)),
        rate: median(turns.map(({ rate }) => rate)),
        busy: median(turns.map(({ busy }) => busy)),
        peakRss: (await child.usage()).peakRss,
      });
    }
    return samples;
  } finally {
    await Promise.all(servers.map(({ child }) => child.stop()));
  }
}

/**
 * Adds the scenario and the server to an error.
 *
 * @template Value
 * @param {Scenario} scenario
 * @param {string} name
 * @param {Promise<Value>} promise
 */
function labeled(scenario, name, promise) {
  return promise.catch((cause) => {
    throw new Error(`${scenario.name}, ${name}: ${cause.message}`, { cause });
  });
}

/** @param {number} port @param {Traffic} traffic @param {number} requests */
async function warmUp(port, traffic, requests) {
  await traffic.open(port);
  await traffic.verify();
  await traffic.runFor(MOST_WARM_UP, requests);
  traffic.close();
}

/**
 * @param {import('./child.mjs').Child} child
 * @param {Traffic} traffic
 * @param {number} seconds
 * @param {Scenario} scenario
 */
async function measureTurn(child, traffic, seconds, { connections = CONNECTIONS, settle = 4, most }) {
  await traffic.open(child.port);
  // The first requests of a connection may take another path than the later ones.
  await traffic.run(connections * settle);
  const before = await child.usage();
  const started = performance.now();
  const sent = await traffic.runFor(seconds, most);
  const elapsed = (performance.now() - started) / 1_000;
  const cpu = (await child.usage()).cpu - before.cpu;
  traffic.close();
  return { cpu: cpu / sent, rate: sent / elapsed, busy: cpu / 1e6 / elapsed };
}

/**
 * Measures how long processes take from their start to their first response, in milliseconds.
 *
 * @param {Scenario} scenario
 * @param {readonly Contender[]} contenders
 * @param {{ node: string, starts: number }} window
 * @returns {Promise<Map<string, number[]>>}
 */
export async function measureStarts(scenario, contenders, { node, starts }) {
  const [exchange] = rawExchanges(scenario);
  if (exchange === undefined) throw new Error(`${scenario.name} has no requests`);
  /** @type {Map<string, number[]>} */
  const times = new Map(contenders.map(({ name }) => [name, []]));
  for (let round = 0; round < starts; round++) {
    for (const contender of shuffle(contenders)) {
      const started = performance.now();
      const child = await startChild(contender, scenario.app, node);
      const traffic = new Traffic([exchange], { connections: 1, pipelining: 1 });
      try {
        await traffic.open(child.port);
        await traffic.verify();
        times.get(contender.name)?.push(performance.now() - started);
      } finally {
        traffic.close();
        await child.stop();
      }
    }
  }
  return times;
}

/**
 * Sends a few of a scenario's requests to a running server.
 *
 * @param {Scenario} scenario
 * @param {number} port
 * @param {number} [count]
 * @throws Error if a response is not the expected one
 */
export async function tryScenario(scenario, port, count = 1) {
  const traffic = new Traffic(rawExchanges(scenario, count), {
    ...loadOf(scenario),
    connections: 1,
    pipelining: 1,
  });
  try {
    await traffic.open(port);
    await traffic.verify();
  } finally {
    traffic.close();
  }
}

/** @param {Scenario} scenario @returns {import('./traffic.mjs').Load} */
export function loadOf({ connections = CONNECTIONS, pipelining = 1, fresh = false }) {
  return { connections, pipelining, fresh };
}

/**
 * Makes the raw requests of a scenario, the same ones in every run.
 *
 * @param {Scenario} scenario
 * @param {number} [most]
 * @returns {import('./traffic.mjs').RawExchange[]}
 */
export function rawExchanges({ exchange, heads = HEADS }, most = heads) {
  const random = createRandom(3);
  return clientLines(Math.min(heads, most)).map((lines, index) => {
    const { request, response } = exchange(1 + Math.floor(random() * 999_999), index);
    return {
      bytes: rawRequest(request, lines),
      verify(actual) {
        const differences = differencesOf(actual, response);
        if (differences.length === 0) return;
        throw new Error(`Wrong response to ${request.method} ${request.path}\n  ${differences.join('\n  ')}`);
      },
    };
  });
}
