// The runner of `npm run bench:lane`: every scenario under every Node that was asked for.
import { createProgress } from '../progress.mjs';
import { record } from '../record.mjs';
import { endOnSignals } from '../runner/end-on-signals.mjs';
import { describeMachine } from '../runner/machine.mjs';
import { hotFunctions } from './hot-functions.mjs';
import { measure } from './measure.mjs';
import { measureMemory } from './memory.mjs';
import { summarize } from './summary.mjs';
import { goalsTable, memoryTable, othersTable, ratesTable } from './tables.mjs';

/**
 * @typedef {import('./options.mjs').Options} Options
 * @typedef {{ version: string, path: string }} Node
 * @typedef {{ bun?: string, deno?: string }} Native
 */

/** @param {Options} options @param {readonly Node[]} nodes @param {Native} native */
export async function run(options, nodes, native) {
  endOnSignals();
  const machine = { ...describeMachine(), date: new Date().toISOString().slice(0, 10) };
  const { processor, cores, load, date } = machine;
  if (load > 1)
    console.error(`The machine is busy (load ${load.toFixed(1)}): nothing below can be trusted.\n`);
  const total = options.scenarios.length * options.processes * nodes.length;
  const progress = createProgress(options.memory || options.profile ? nodes.length : total);
  const results = [];
  for (const node of nodes) {
    const runtimes = { ...native, node: node.path };
    results.push({ node: node.version, ...(await measureNode(node, runtimes, options, progress)) });
  }
  progress.end();
  if (options.json) {
    console.log(JSON.stringify({ machine, options, results }, null, 2));
    return;
  }
  const report = [
    `${processor}, ${cores} cores, ${date}; ${options.connections} connections; medians of ${options.processes} processes`,
    `× ${options.rounds} rounds of ${options.requests} requests, ratios with their quartiles; load at the start ${load.toFixed(1)}.`,
    ...results.map(({ node, text }) => `\n### Node ${node}\n\n${text}`),
  ].join('\n');
  console.log(report);
  if (options.record) record(report, new URL('README.md', import.meta.url));
}

/**
 * @param {Node} node
 * @param {import('./process.mjs').Runtimes} runtimes
 * @param {Options} options
 * @param {ReturnType<typeof createProgress>} progress
 */
async function measureNode({ version }, runtimes, options, progress) {
  if (options.memory) {
    progress.next(`Node ${version}, memory`);
    const memory = await measureMemory(options.processes, runtimes);
    progress.done();
    return { memory, text: memoryTable(memory) };
  }
  if (options.profile) {
    progress.next(`Node ${version}, profile`);
    const parts = [];
    for (const scenario of options.scenarios) parts.push(await hotFunctions(scenario, options, runtimes));
    progress.done();
    return { text: ['```', ...parts, '```'].join('\n') };
  }
  const scenarios = [];
  for (const scenario of options.scenarios) {
    try {
      scenarios.push(await measureScenario(scenario, version, runtimes, options, progress));
    } catch (error) {
      // A server that fails doesn't take the other scenarios' results with it.
      console.error(error);
      process.exitCode = 1;
    }
  }
  const tables = [goalsTable(scenarios), othersTable(scenarios), ratesTable(scenarios)];
  if (!options.whole) return { scenarios, text: tables.join('\n\n') };
  const memory = await measureMemory(options.processes, runtimes);
  return { scenarios, memory, text: [...tables, memoryTable(memory)].join('\n\n') };
}

/**
 * @param {import('./scenarios.mjs').Scenario} scenario
 * @param {string} version
 * @param {import('./process.mjs').Runtimes} runtimes
 * @param {Options} options
 * @param {ReturnType<typeof createProgress>} progress
 */
async function measureScenario(scenario, version, runtimes, options, progress) {
  /** @type {Map<number, import('./measure.mjs').Round[]>} */
  const rounds = new Map();
  let inLane = new Map();
  for (let nth = 0; nth < options.processes; nth++) {
    progress.next(`Node ${version}, ${scenario.name}`);
    const measured = await measure(scenario, options, runtimes);
    progress.done();
    inLane = measured.inLane;
    for (const [pipelining, list] of measured.rounds) {
      rounds.set(pipelining, [...(rounds.get(pipelining) ?? []), ...list]);
    }
  }
  return summarize(scenario, rounds, inLane, version.slice(0, version.indexOf('.')));
}
