// The front end of `npm run bench:load`: throughput by autocannon with the usual settings, then latency at a rate that all servers reach.
import { partOf, share, withClients } from '@nextpress-internal/bench-kit/autocannon-requests';
import { HEADS } from '@nextpress-internal/bench-kit/heads';
import {
  describeMachine,
  nodeVersion,
  packageVersion,
  warnIfBusy,
} from '@nextpress-internal/bench-kit/machine';
import { createProgress } from '@nextpress-internal/bench-kit/progress';
import { createRandom, shuffle } from '@nextpress-internal/bench-kit/statistics';
import autocannon from 'autocannon';
import { startChild } from './core/child.mjs';
import { parseOptions } from './core/options.mjs';
import { textOf } from './load-report.mjs';
import { writeLoad } from './results.mjs';
import { scenarios } from './scenarios.mjs';
import { contenderOf, serverOf, serves } from './servers.mjs';
import { TABLE_SERVERS } from './table.mjs';

export const usage = `npm run bench:load -- [options]

Measures requests per second: 100 connections that pipeline 10 requests, for 10 s after 2 s of warm-up. Then measures latency
at half of the rate that the slowest server reached, without coordinated omission.

  --scenario <name>    hello, params, echo or another with plain requests (these three); may be repeated
  --server <name>      may be repeated
  --node <major>       the servers' Node: 20, 22, 24 or 26 (this one)
  --seconds <n>        per server, and again for latency (10)
  --json               print the result as JSON
  --table              write results/load-<major>.json, from which \`npm run bench -- --write\` makes docs/throughput.md
`;

const SCENARIOS = ['hello', 'params', 'echo'];
const CONNECTIONS = 100;
const PIPELINING = 10;
/** In seconds. */
const WARM_UP = 2;

/**
 * @typedef {import('./core/options.mjs').Options} Options
 * @typedef {import('./results.mjs').LoadFigures} Figures
 */

/** @param {readonly string[]} args @returns {Options | undefined} */
export function readOptions(args) {
  return parseOptions(args.includes('--seconds') ? args : [...args, '--seconds', '10'], {
    rounds: 1,
    more: { table: { type: 'boolean', default: false } },
  });
}

/** @param {Options} options @param {{ node: string }} context */
export async function run(
  { scenarios: asked = SCENARIOS, servers = TABLE_SERVERS, seconds, json, values },
  { node },
) {
  warnIfBusy();
  const machine = describeMachine();
  const chosen = scenarios.filter(({ name }) => asked.includes(name));
  const progress = createProgress(chosen.length * servers.length * 2);
  const loads = [];
  for (const scenario of chosen) {
    const able = servers.filter((name) => serves(name, scenario));
    loads.push(await measureLoad(scenario, able, { node, seconds, progress }));
  }
  progress.end();
  const version = nodeVersion(node);
  const packages = servers.flatMap((name) => serverOf(name).package ?? []);
  /** @type {import('./results.mjs').LoadResult} */
  const report = {
    node: version,
    date: new Date().toISOString().slice(0, 10),
    command: `npm run bench:load -- --table --node ${Number.parseInt(version, 10)}`,
    machine,
    seconds,
    versions: Object.fromEntries(packages.map((name) => [name, packageVersion(name, import.meta.dirname)])),
    loads,
  };
  if (values.table) writeLoad(report);
  console.log(json ? JSON.stringify(report, null, 2) : loads.map(textOf).join('\n\n'));
}

/**
 * @param {import('./scenarios.mjs').Scenario} scenario
 * @param {readonly string[]} names
 * @param {{ node: string, seconds: number, progress: { next(what: string): void } }} window
 * @returns {Promise<import('./results.mjs').Load>}
 */
async function measureLoad(scenario, names, { node, seconds, progress }) {
  const requests = requestsOf(scenario);
  /** @type {Figures[]} */
  const figures = [];
  for (const name of shuffle(names)) {
    progress.next(`${scenario.name}, ${name}`);
    figures.push(
      await withServer(name, scenario, node, (child) => throughput(name, child, requests, seconds)),
    );
  }
  figures.sort((one, other) => other.rate - one.rate);
  const rate = Math.round(Number(figures.at(-1)?.rate) / 2);
  for (const each of figures) {
    progress.next(`${scenario.name}, latency of ${each.server}`);
    const latency = await withServer(each.server, scenario, node, async ({ port }) => {
      const setupClient = share(requests, CONNECTIONS);
      const load = { connections: CONNECTIONS, setupClient };
      await send(port, { ...load, duration: WARM_UP });
      return (await send(port, { ...load, duration: seconds, overallRate: rate })).latency;
    });
    Object.assign(each, { p50: latency.p50, p99: latency.p99, p99_9: latency.p99_9 });
  }
  return { scenario: scenario.name, title: scenario.title, rate, figures };
}

/**
 * @template Value
 * @param {string} name
 * @param {import('./scenarios.mjs').Scenario} scenario
 * @param {string} node
 * @param {(child: import('./core/child.mjs').Child) => Promise<Value>} use
 */
async function withServer(name, scenario, node, use) {
  const child = await startChild(contenderOf(name), scenario.app, node);
  try {
    return await use(child);
  } finally {
    await child.stop();
  }
}

/** @param {string} server @param {import('./core/child.mjs').Child} child @param {readonly autocannon.Request[]} requests @param {number} duration @returns {Promise<Figures>} */
async function throughput(server, child, requests, duration) {
  await pipeline(child.port, requests, WARM_UP);
  const before = await child.usage();
  const { total, elapsed } = await pipeline(child.port, requests, duration);
  const cpu = (await child.usage()).cpu - before.cpu;
  return { server, rate: total / elapsed, cpu: cpu / total };
}

/** Each connection is a run of autocannon, which cannot give the connections of one run different requests when they pipeline. @param {number} port @param {readonly autocannon.Request[]} requests @param {number} duration */
async function pipeline(port, requests, duration) {
  const results = await Promise.all(
    Array.from({ length: CONNECTIONS }, (_, index) =>
      send(port, {
        connections: 1,
        pipelining: PIPELINING,
        duration,
        requests: partOf(requests, index, CONNECTIONS),
      }),
    ),
  );
  const total = results.reduce((sum, result) => sum + result.requests.total, 0);
  return { total, elapsed: Math.max(...results.map((result) => result.duration)) };
}

/** @param {number} port @param {Partial<autocannon.Options>} options */
async function send(port, options) {
  const result = await autocannon({ url: `http://127.0.0.1:${port}`, ...options });
  const { errors, non2xx } = result;
  if (errors > 0 || non2xx > 0) {
    throw new Error(`${errors} requests failed, ${non2xx} responses had another status than 2xx`);
  }
  return result;
}

/** @param {import('./scenarios.mjs').Scenario} scenario @returns {autocannon.Request[]} */
function requestsOf({ exchange }) {
  const random = createRandom(3);
  const requests = Array.from({ length: HEADS }, (_, index) => {
    const { method, path, headers, body } = exchange(1 + Math.floor(random() * 999_999), index).request;
    return {
      method: /** @type {autocannon.Request['method']} */ (method),
      path,
      ...(headers !== undefined && { headers }),
      ...(body !== undefined && { body }),
    };
  });
  return withClients(requests);
}
