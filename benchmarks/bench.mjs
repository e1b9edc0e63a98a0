// The front end of `npm run bench`: frameworks compared, in a terminal table or as the performance table.
import { HEADS } from '@nextpress-internal/bench-kit/heads';
import {
  currentCommit,
  describeMachine,
  nodeVersion,
  packageVersion,
  warnIfBusy,
} from '@nextpress-internal/bench-kit/machine';
import { markdownTable } from '@nextpress-internal/bench-kit/markdown';
import { createProgress } from '@nextpress-internal/bench-kit/progress';
import { median, spreadOf } from '@nextpress-internal/bench-kit/statistics';
import { loadOf, measureRound, measureStarts } from './core/measure.mjs';
import { parseOptions, SHARED_USAGE } from './core/options.mjs';
import { writeDocuments } from './documents.mjs';
import { writeResult } from './results.mjs';
import { scenarios } from './scenarios.mjs';
import { BASELINE, contenderOf, serverOf, servers, serves } from './servers.mjs';
import { TABLE_ROWS, TABLE_SERVERS, tableOf } from './table.mjs';

export const usage = `npm run bench -- [options]

Measures servers in the scenarios of the performance table, or in those that are named.

${SHARED_USAGE}
  --table              measure the performance table and write results/node-<major>.json
  --write              write these results, and those of bench:latency, into the documents
  --write-report       write them as charts into docs/public/benchmarks.html
  --smoke              send each server a few requests of each scenario and check the responses
  --list               list scenarios and servers

Rounds: 3, with --table 5.
`;

const STARTS_PER_ROUND = 4;
/** The start of a process varies less than a load, and one connection shows it. */
const START_SCENARIO = 'hello';

/** @typedef {import('./core/options.mjs').Options} Options */
/** @typedef {import('./core/measure.mjs').Sample} Sample */
/** @typedef {{ scenario: import('./scenarios.mjs').Scenario, samples: Map<string, Sample[]> }} Measured */

/** @param {readonly string[]} args @returns {Options | undefined} */
export function readOptions(args) {
  const isTable = args.includes('--table');
  const boolean = /** @type {const} */ ({ type: 'boolean', default: false });
  const options = parseOptions(args, {
    rounds: isTable ? 5 : 3,
    more: { table: boolean, write: boolean, 'write-report': boolean, smoke: boolean, list: boolean },
  });
  if (isTable && (options?.scenarios ?? options?.servers) !== undefined) {
    throw new Error('--table measures a fixed set: expected no --scenario and no --server');
  }
  return options;
}

/** @param {Options} options Whether the command needs nothing installed or built. */
export const isOffline = ({ values }) => values.write === true || values.list === true;

/** @param {Options} options @param {{ node: string }} context */
export async function run(options, { node }) {
  if (options.values.list) {
    console.log(listing());
  } else if (options.values.write) {
    const changed = writeDocuments();
    console.log(changed.length === 0 ? 'The documents are up to date.' : `Wrote ${changed.join(', ')}.`);
  } else if (options.values['write-report']) {
    const { writeReport } = await import('./report.mjs');
    const bytes = writeReport();
    console.log(`Wrote docs/public/benchmarks.html, ${Math.ceil(bytes / 1000)} kB.`);
  } else if (options.values.smoke) {
    const { smoke } = await import('./smoke.mjs');
    await smoke(node);
  } else if (options.values.table) {
    await measureTable(options, node);
  } else {
    const measured = await measureAll(options, node);
    if (options.json) console.log(JSON.stringify(jsonOf(measured, node), null, 2));
    else console.log(measured.map(terminalTable).join('\n\n'));
  }
}

/** @param {Options} options @param {string} node @returns {Promise<Measured[]>} */
async function measureAll({ scenarios: asked, servers: askedServers, rounds, seconds, warmUp }, node) {
  warnIfBusy();
  const names = asked ?? [...new Set(TABLE_ROWS.map(({ scenario }) => scenario))];
  const contenders = askedServers === undefined ? TABLE_SERVERS : [...new Set([BASELINE, ...askedServers])];
  /** @type {Measured[]} */
  const measured = scenarios
    .filter(({ name }) => names.includes(name))
    .map((scenario) => ({ scenario, samples: new Map() }));
  const progress = createProgress(rounds * measured.length);
  for (let round = 1; round <= rounds; round++) {
    for (const { scenario, samples } of measured) {
      progress.next(`${scenario.name}, round ${round} of ${rounds}`);
      const able = contenders.filter((name) => serves(name, scenario)).map((name) => contenderOf(name));
      const window = { node, seconds, ...(warmUp !== undefined && { warmUp }) };
      for (const [name, sample] of await measureRound(scenario, able, window)) {
        samples.set(name, [...(samples.get(name) ?? []), sample]);
      }
    }
  }
  progress.end();
  return measured;
}

/** @param {Options} options @param {string} node */
async function measureTable(options, node) {
  const machine = describeMachine();
  const measured = await measureAll(options, node);
  const hello = measured.find(({ scenario }) => scenario.name === START_SCENARIO)?.scenario;
  if (hello === undefined) throw new Error(`No scenario "${START_SCENARIO}"`);
  console.error('first response after start');
  const starts = options.rounds * STARTS_PER_ROUND;
  const contenders = TABLE_SERVERS.map((name) => contenderOf(name));
  const times = await measureStarts(hello, contenders, { node, starts });
  const version = nodeVersion(node);
  const packages = TABLE_SERVERS.flatMap((name) => serverOf(name).package ?? []);
  /** @type {import('./results.mjs').Result} */
  const result = {
    node: version,
    date: new Date().toISOString(),
    commit: currentCommit(),
    command: `npm run bench -- --table --node ${Number.parseInt(version, 10)}`,
    machine,
    load: {
      rounds: options.rounds,
      seconds: options.seconds,
      heads: HEADS,
      connections: loadOf(hello).connections,
      starts,
    },
    versions: Object.fromEntries(
      [...new Set(packages)].map((name) => [name, packageVersion(name, import.meta.dirname)]),
    ),
    rows: Object.fromEntries(TABLE_ROWS.map((row) => [row.name, rowOf(row, measured, times)])),
  };
  writeResult(result);
  console.log(tableOf(result));
}

/**
 * @param {import('./table.mjs').TableRow} row
 * @param {readonly Measured[]} measured
 * @param {ReadonlyMap<string, number[]>} times
 * @returns {import('./results.mjs').Row}
 */
function rowOf({ scenario: name, measures }, measured, times) {
  const samples = measured.find(({ scenario }) => scenario.name === name)?.samples;
  /** @param {readonly Sample[]} list */
  const load = (list) => ({
    cpu: shortSpread(list.map(({ cpu }) => cpu)),
    rate: shortSpread(list.map(({ rate }) => rate)),
    busy: short(median(list.map(({ busy }) => busy))),
  });
  return Object.fromEntries(
    TABLE_SERVERS.map((server) => {
      const list = samples?.get(server) ?? [];
      if (measures === 'start') return [server, { ms: shortSpread(times.get(server) ?? []) }];
      if (measures === 'memory')
        return [server, { mb: shortSpread(list.map(({ peakRss }) => peakRss / 1e6)) }];
      return [server, load(list)];
    }),
  );
}

/** @param {number} value */
const short = (value) => Number(value.toPrecision(4));

/** @param {readonly number[]} values @returns {import('@nextpress-internal/bench-kit/statistics').Spread} */
function shortSpread(values) {
  const [low, middle, high] = spreadOf(values);
  return [short(low), short(middle), short(high)];
}

/** @param {Measured} measured */
function terminalTable({ scenario, samples }) {
  const base = samples.get(BASELINE) ?? [];
  const body = [...samples]
    .map(([name, list]) => ({
      name,
      list,
      ratio: spreadOf(list.map(({ cpu }, at) => (base[at]?.cpu ?? 0) / cpu)),
    }))
    .sort((a, b) => b.ratio[1] - a.ratio[1])
    .map(({ name, list, ratio: [low, middle, high] }) => [
      serverOf(name).title,
      `${median(list.map(({ cpu }) => cpu)).toFixed(1)} µs`,
      `${middle.toFixed(2)} (${low.toFixed(2)}–${high.toFixed(2)})`,
      Math.round(median(list.map(({ rate }) => rate))).toLocaleString('en'),
      `${Math.round(median(list.map(({ busy }) => busy)) * 100)} %`,
      `${Math.round(median(list.map(({ peakRss }) => peakRss)) / 1e6)} MB`,
    ]);
  const head = ['', 'CPU per request', '× node:http', 'requests/s', 'busy', 'peak memory'];
  return `${scenario.name}: ${scenario.title}\n\n${markdownTable(head, body)}`;
}

/** @param {readonly Measured[]} measured @param {string} node */
function jsonOf(measured, node) {
  return {
    machine: describeMachine(),
    node: nodeVersion(node),
    commit: currentCommit(),
    scenarios: measured.map(({ scenario, samples }) => ({
      name: scenario.name,
      servers: Object.fromEntries(samples),
    })),
  };
}

function listing() {
  /** @param {string} title @param {readonly { name: string, title: string }[]} entries */
  const section = (title, entries) =>
    [title, ...entries.map((entry) => `  ${entry.name.padEnd(18)} ${entry.title}`)].join('\n');
  return [section('Scenarios:', scenarios), section('Servers:', servers)].join('\n\n');
}
