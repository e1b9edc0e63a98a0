// The front end of `npm run bench:latency`: response times at constant rates, which oha sends.
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { clientLines, HEADS } from '@nextpress-internal/bench-kit/heads';
import {
  describeMachine,
  nodeVersion,
  packageVersion,
  warnIfBusy,
} from '@nextpress-internal/bench-kit/machine';
import { createProgress } from '@nextpress-internal/bench-kit/progress';
import { createRandom, median, shuffle } from '@nextpress-internal/bench-kit/statistics';
import { startChild } from './core/child.mjs';
import { mostConnections, OPENINGS, openIdle } from './core/idle.mjs';
import { tryScenario } from './core/measure.mjs';
import { parseOptions } from './core/options.mjs';
import { writeDocuments } from './documents.mjs';
import { textOf } from './latency-report.mjs';
import { writeLatency } from './results.mjs';
import { scenarios } from './scenarios.mjs';
import { BASELINE, contenderOf, serverOf, serves } from './servers.mjs';

export const usage = `npm run bench:latency -- [options]

Measures response times at a quarter, a half and four fifths of each server's capacity, and at half of the capacity of
node:http. The load is open: requests are sent at a constant rate, and a response time starts when its request is due.

  --scenario <name>    hello, echo, wait, idle or another with one method and status 200 (these four); may be repeated
  --server <name>      may be repeated
  --node <major>       the servers' Node: 20, 22, 24 or 26 (this one)
  --rounds <n>         each with a fresh process for each server (3)
  --seconds <n>        per rate and round (2)
  --warm-up <n>        requests before, instead of two seconds
  --json               print the result as JSON
  --write              write results/latency-<major>.json and docs/throughput.md
`;

const SCENARIOS = ['hello', 'echo', 'wait', 'idle'];
const SERVERS = [BASELINE, 'fastify', 'express', 'nextpress'];
const SHARES = [0.25, 0.5, 0.8];
const CONNECTIONS = 100;
/** Of oha: V8 compiles meanwhile, on the server's core. */
const WARM_UP = ['-z', '2s'];
const MISSING = `bench:latency needs oha, a load generator that sends at a constant rate: expected it on the PATH.
Run \`cargo install oha --locked\`, or download it from https://github.com/hatoo/oha/releases`;

/**
 * @typedef {import('./core/options.mjs').Options} Options
 * @typedef {import('./scenarios.mjs').Scenario} Scenario
 * @typedef {import('./results.mjs').Times} Times
 * @typedef {import('./core/child.mjs').Child} Child
 * @typedef {(port: number, options: readonly string[]) => Promise<Report>} Send
 *
 * @typedef {object} Report What oha prints, as far as it is used.
 * @property {{ slowest: number }} summary
 * @property {Record<'p50' | 'p99' | 'p99.9', number>} latencyPercentiles
 * @property {Record<string, number>} statusCodeDistribution
 * @property {Record<string, number>} errorDistribution
 */

/** @param {readonly string[]} args @returns {Options | undefined} */
export const readOptions = (args) =>
  parseOptions(args, { rounds: 3, more: { write: { type: 'boolean', default: false } } });

/** @param {Options} options @param {{ node: string }} context */
export async function run(options, { node }) {
  const { scenarios: asked = SCENARIOS, servers: askedServers = [], rounds, seconds, json, values } = options;
  const warmUp = options.warmUp === undefined ? WARM_UP : ['-n', `${options.warmUp}`];
  const names = askedServers.length === 0 ? SERVERS : [...new Set([BASELINE, ...askedServers])];
  warnIfBusy();
  await requireOha();
  const machine = describeMachine();
  const chosen = scenarios.filter(({ name }) => asked.includes(name));
  const progress = createProgress(chosen.length * names.length * (rounds + 1));
  const folder = await mkdtemp(join(import.meta.dirname, 'node_modules/.latency-'));
  /** @type {import('./results.mjs').Latency[]} */
  const latencies = [];
  try {
    for (const scenario of chosen) {
      const able = names.filter((name) => serves(name, scenario));
      const window = { node, rounds, seconds, warmUp, progress, folder };
      latencies.push(await measureScenario(scenario, able, window));
    }
  } finally {
    await rm(folder, { recursive: true });
  }
  progress.end();
  const version = nodeVersion(node);
  const packages = names.flatMap((name) => serverOf(name).package ?? []);
  /** @type {import('./results.mjs').LatencyResult} */
  const result = {
    node: version,
    date: new Date().toISOString().slice(0, 10),
    command: `npm run bench:latency -- --write --node ${Number.parseInt(version, 10)}`,
    machine,
    rounds,
    seconds,
    connections: CONNECTIONS,
    versions: Object.fromEntries(packages.map((name) => [name, packageVersion(name, import.meta.dirname)])),
    latencies,
  };
  if (values.write) {
    writeLatency(result);
    writeDocuments();
  }
  console.log(json ? JSON.stringify(result, null, 2) : latencies.map(textOf).join('\n\n'));
}

async function requireOha() {
  try {
    await promisify(execFile)('oha', ['--version']);
  } catch (cause) {
    throw new Error(MISSING, { cause });
  }
}

/**
 * @param {Scenario} scenario
 * @param {readonly string[]} names
 * @param {{ node: string, rounds: number, seconds: number, warmUp: readonly string[], progress: { next(what: string): void }, folder: string }} window
 * @returns {Promise<import('./results.mjs').Latency>}
 */
async function measureScenario(scenario, names, { node, rounds, seconds, warmUp, progress, folder }) {
  const { name: title, idle = 0 } = scenario;
  const connections = idle === 0 ? 0 : mostConnections(idle);
  const send = await senderOf(scenario, folder);
  const load = { node, send, warmUp, connections };
  /** @type {Map<string, number>} */
  const capacities = new Map();
  for (const name of names) {
    progress.next(`${title}, capacity of ${name}`);
    const use = (/** @type {Child} */ child) => capacityOf(child, send, seconds);
    capacities.set(name, await withServer(name, scenario, load, use));
  }
  const common = Math.round(Number(capacities.get(BASELINE)) / 2);
  /** @type {Map<string, Map<number, Times[]>>} */
  const times = new Map();
  for (const [name, capacity] of capacities) {
    const rates = [...SHARES.map((share) => Math.round(share * capacity)), common];
    times.set(name, new Map(rates.filter((rate) => rate < capacity).map((rate) => [rate, []])));
  }
  for (let round = 1; round <= rounds; round++) {
    for (const name of shuffle(names)) {
      progress.next(`${title}, ${name}, round ${round} of ${rounds}`);
      await withServer(name, scenario, load, async ({ port }) => {
        for (const [rate, list] of shuffle([...(times.get(name) ?? [])]))
          list.push(await timesAt(rate, port, send, seconds));
      });
    }
  }
  const figures = names.map((server) => ({
    server,
    capacity: Math.round(Number(capacities.get(server))),
    loads: [...(times.get(server) ?? [])].map(([rate, list]) => ({ rate, ...medians(list) })),
  }));
  return {
    scenario: scenario.name,
    title: scenario.title,
    common,
    ...(idle > 0 && { idle: connections }),
    figures,
  };
}

/** @param {readonly Times[]} list @returns {Times} */
function medians(list) {
  /** @param {'p50' | 'p99' | 'p99_9' | 'longest' | 'busy'} key */
  const of = (key) => Number(median(list.map((times) => times[key])).toPrecision(3));
  return { p50: of('p50'), p99: of('p99'), p99_9: of('p99_9'), longest: of('longest'), busy: of('busy') };
}

/**
 * @template Value
 * @param {string} name
 * @param {Scenario} scenario
 * @param {{ node: string, send: Send, warmUp: readonly string[], connections: number }} load
 * @param {(child: Child) => Promise<Value>} use Called when the server is warm and has the idle connections.
 */
async function withServer(name, scenario, { node, send, warmUp, connections }, use) {
  const child = await startChild(contenderOf(name), scenario.app, node);
  try {
    await tryScenario(scenario, child.port, 16);
    await send(child.port, warmUp);
    if (connections > 0) await openIdle(child.port, connections, OPENINGS.http);
    return await use(child);
  } finally {
    await child.stop();
  }
}

/** Requests per second of CPU time, so that neither the generator nor other processes limit it. @param {Child} child @param {Send} send @param {number} seconds */
async function capacityOf(child, send, seconds) {
  const before = await child.usage();
  const { statusCodeDistribution } = await send(child.port, ['-z', `${seconds}s`]);
  const cpu = ((await child.usage()).cpu - before.cpu) / 1e6;
  return Number(statusCodeDistribution['200']) / cpu;
}

/** In milliseconds. @param {number} rate @param {number} port @param {Send} send @param {number} seconds @returns {Promise<Times>} */
async function timesAt(rate, port, send, seconds) {
  const before = await cpuOfChildren();
  const report = await send(port, ['-z', `${seconds}s`, '-q', `${rate}`, '--latency-correction', '-w']);
  const busy = ((await cpuOfChildren()) - before) / seconds;
  const { p50, p99, 'p99.9': p99_9 } = report.latencyPercentiles;
  const longest = report.summary.slowest;
  return { p50: p50 * 1e3, p99: p99 * 1e3, p99_9: p99_9 * 1e3, longest: longest * 1e3, busy };
}

/** The seconds of CPU time that processes have used which this one started, and which have ended. */
async function cpuOfChildren() {
  if (process.platform !== 'linux') return 0;
  const fields = (await readFile('/proc/self/stat', 'latin1')).split(') ')[1]?.split(' ') ?? [];
  // In ticks, of which Linux always shows 100 per second.
  return (Number(fields[13]) + Number(fields[14])) / 100;
}

/** Writes the requests of a scenario to files for oha, which draws from them at random. @param {Scenario} scenario @param {string} folder @returns {Promise<Send>} */
async function senderOf({ name, exchange }, folder) {
  const random = createRandom(3);
  const id = () => 1 + Math.floor(random() * 999_999);
  const requests = Array.from({ length: HEADS }, (_, index) => exchange(id(), index).request);
  // oha sends the same headers with every request, so that the query has what differs.
  const urls = requests.map(
    ({ path }) => `http://shop.example${path}?session=${id().toString(36)}${id().toString(36)}`,
  );
  const [urlFile, bodyFile] = [join(folder, `${name}-urls`), join(folder, `${name}-bodies`)];
  await writeFile(urlFile, urls.join('\n'));
  await writeFile(bodyFile, requests.map(({ body = '' }) => body).join('\n'));
  const { method = 'GET', headers = {}, body } = requests[0] ?? {};
  const lines = [...(clientLines(1)[0] ?? []), ...Object.entries(headers).map((header) => header.join(': '))];
  const fixed = ['--no-tui', '--output-format', 'json', '--worker-threads', '1', '-c', `${CONNECTIONS}`];
  const what = [
    '-m',
    method,
    ...lines.flatMap((line) => ['-H', line]),
    ...(body === undefined ? [] : ['-Z', bodyFile]),
  ];
  return async (port, options) => {
    const target = ['--connect-to', `shop.example:80:127.0.0.1:${port}`, '--urls-from-file', urlFile];
    const { stdout } = await promisify(execFile)('oha', [...fixed, ...options, ...what, ...target]);
    /** @type {Report} */
    const report = JSON.parse(stdout);
    const { 200: _, ...others } = report.statusCodeDistribution;
    // Requests of the last moment, without `-w`.
    const { 'aborted due to deadline': __, ...errors } = report.errorDistribution;
    if (Object.keys({ ...others, ...errors }).length === 0) return report;
    throw new Error(
      `${name}: expected responses with status 200, got ${JSON.stringify({ ...others, ...errors })}`,
    );
  };
}
