// The front end of `npm run bench:lane`: what the fast lane saves, and where its time goes.

import {
  currentCommit,
  describeMachine,
  nodeVersion,
  warnIfBusy,
} from '@nextpress-internal/bench-kit/machine';
import { markdownTable } from '@nextpress-internal/bench-kit/markdown';
import { createProgress } from '@nextpress-internal/bench-kit/progress';
import { median, spreadOf } from '@nextpress-internal/bench-kit/statistics';
import { startChild } from './core/child.mjs';
import { loadOf, measureRound, rawExchanges } from './core/measure.mjs';
import { parseOptions, SHARED_USAGE } from './core/options.mjs';
import { Traffic } from './core/traffic.mjs';
import { scenarios } from './scenarios.mjs';
import { BASELINE, contenderOf, serverOf, serves } from './servers.mjs';

export const usage = `npm run bench:lane -- [options]

Measures servers with and without the fast lane.

${SHARED_USAGE}
  --profile            show the functions that use most time, instead of the table

Rounds: 5. Servers: node-http, node-http-lane, nextpress-node, nextpress.
`;

const DEFAULT_SERVERS = [BASELINE, 'node-http-lane', 'nextpress-node', 'nextpress'];
const DEFAULT_SCENARIOS = ['hello', 'hello-identical', 'hello-pipelined', 'params', 'echo', 'middlewares'];
/** Functions that a profile lists. */
const MOST_FUNCTIONS = 40;

/** @typedef {import('./core/options.mjs').Options} Options */
/** @typedef {import('./scenarios.mjs').Scenario} Scenario */
/** @typedef {import('./core/measure.mjs').Sample} Sample */

/** @param {readonly string[]} args */
export const readOptions = (args) =>
  parseOptions(args, { rounds: 5, more: { profile: { type: 'boolean', default: false } } });

/** @param {Options} options @param {{ node: string }} context */
export async function run(options, { node }) {
  warnIfBusy();
  const { scenarios: asked, rounds, seconds, warmUp } = options;
  const chosen = scenarios.filter(({ name, lane = false }) =>
    asked === undefined ? lane || DEFAULT_SCENARIOS.includes(name) : asked.includes(name),
  );
  if (options.values.profile) {
    for (const scenario of chosen) console.log(await profileOf(scenario, options, node));
    return;
  }
  const names =
    options.servers === undefined ? DEFAULT_SERVERS : [...new Set([BASELINE, ...options.servers])];
  const progress = createProgress(chosen.length * rounds);
  const rows = [];
  for (const scenario of chosen) {
    const contenders = names.filter((name) => serves(name, scenario)).map((name) => contenderOf(name));
    /** @type {Map<string, Sample>[]} */
    const list = [];
    for (let round = 1; round <= rounds; round++) {
      progress.next(`${scenario.name}, round ${round} of ${rounds}`);
      const window = { node, seconds, ...(warmUp !== undefined && { warmUp }) };
      list.push(await measureRound(scenario, contenders, window));
    }
    rows.push({ scenario, list });
  }
  progress.end();
  if (options.json) console.log(JSON.stringify(jsonOf(rows, node), null, 2));
  else console.log(textOf(rows, names, options, node));
}

/** @typedef {{ scenario: Scenario, list: readonly Map<string, Sample>[] }} Row */

/** @param {readonly Row[]} rows @param {readonly string[]} names @param {Options} options @param {string} node */
function textOf(rows, names, { rounds, seconds }, node) {
  const body = rows.map(({ scenario, list }) => [
    `${scenario.name}: ${scenario.title}`,
    ...names.map((name) => cellOf(name, list)),
  ]);
  return [
    markdownTable(['', ...names.map((name) => serverOf(name).title)], body),
    `\nCPU time per request, medians of ${rounds} rounds of ${seconds} s; in brackets how many times less than node:http, with`,
    `the quartiles of that ratio. Node ${nodeVersion(node)}, ${describeMachine().processor}, commit ${currentCommit()}.`,
  ].join('\n');
}

/** @param {string} name @param {readonly Map<string, Sample>[]} list */
function cellOf(name, list) {
  const pairs = list.flatMap((round) => {
    const [own, base] = [round.get(name)?.cpu, round.get(BASELINE)?.cpu];
    return own === undefined || base === undefined ? [] : [{ own, base }];
  });
  if (pairs.length === 0) return '–';
  const time = `${median(pairs.map(({ own }) => own)).toFixed(1)} µs`;
  if (name === BASELINE) return time;
  const [low, middle, high] = spreadOf(pairs.map(({ own, base }) => base / own));
  return `${time} (${middle.toFixed(2)}; ${low.toFixed(2)}–${high.toFixed(2)})`;
}

/** @param {readonly Row[]} rows @param {string} node */
function jsonOf(rows, node) {
  return {
    machine: describeMachine(),
    node: nodeVersion(node),
    commit: currentCommit(),
    scenarios: rows.map(({ scenario, list }) => ({
      name: scenario.name,
      rounds: list.map((round) => Object.fromEntries(round)),
    })),
  };
}

/**
 * Lists the functions that use most time themselves, in microseconds per request.
 *
 * @param {Scenario} scenario
 * @param {Options} options
 * @param {string} node
 */
async function profileOf(scenario, { servers, seconds }, node) {
  const [server = 'nextpress'] = servers ?? [];
  const child = await startChild(contenderOf(server), scenario.app, node);
  const traffic = new Traffic(rawExchanges(scenario), loadOf(scenario));
  try {
    await traffic.open(child.port);
    await traffic.verify();
    await traffic.runFor(seconds);
    await child.startProfile();
    const before = await child.usage();
    const sent = await traffic.runFor(seconds);
    const cpu = (await child.usage()).cpu - before.cpu;
    const times = await child.stopProfile();
    const { fast = 0, node: byNode = 0 } = (await child.stats()) ?? {};
    const share = Math.round((100 * fast) / Math.max(1, fast + byNode));
    return [
      `${scenario.name} on ${server}: ${(cpu / sent).toFixed(1)} µs per request with the profiler, ${share} % in the fast lane`,
      ...times
        .filter(({ place }) => !place.startsWith('(idle)'))
        .slice(0, MOST_FUNCTIONS)
        .map(({ place, time }) => `${(time / sent).toFixed(2).padStart(8)}  ${place}`),
      '',
    ].join('\n');
  } finally {
    traffic.close();
    await child.stop();
  }
}
