// The runner: every server in every round, in random order, so that what drifts drifts for all of them.
import { cpus, loadavg } from 'node:os';
import { optionsOrEnd } from './command-line.mjs';
import { measure } from './measure.mjs';
import { createProgress } from './progress.mjs';
import { record } from './record.mjs';
import { shuffle } from './statistics.mjs';
import { summarize, toMarkdown } from './summary.mjs';

const options = optionsOrEnd(process.argv.slice(2));
// Servers end when their channel to this process closes.
process.on('SIGINT', () => process.exit(130));

const [load = 0] = loadavg();
if (load > 1) {
  console.error(
    `The machine is busy (load ${load.toFixed(1)}): trust ratios of processor time more than rates.\n`,
  );
}

const { servers, connections, rounds, seconds, warmUp, json } = options;
const progress = createProgress(options.pipelining.length * rounds * servers.length);
const results = [];
for (const pipelining of options.pipelining) {
  const samples = [];
  for (let round = 1; round <= rounds; round++) {
    /** @type {Map<string, import('./measure.mjs').Sample>} */
    const sample = new Map();
    for (const name of shuffle(servers)) {
      progress.next(`pipelining ${pipelining}, round ${round}, ${name}`);
      sample.set(name, await measure(name, { connections, pipelining, warmUp, seconds }));
    }
    samples.push(sample);
  }
  results.push({ pipelining, rows: summarize(samples) });
}
progress.end();

const machine = {
  processor: cpus()[0]?.model ?? 'unknown',
  cores: cpus().length,
  node: process.versions.node,
  date: new Date().toISOString().slice(0, 10),
};
if (json) {
  console.log(JSON.stringify({ machine, connections, rounds, seconds, results }, null, 2));
} else {
  const { processor, cores, node, date } = machine;
  const report = [
    `${processor}, ${cores} cores, Node ${node}, ${date}; ${connections} connections; medians of ${rounds} rounds of`,
    `${seconds} s; ratios to node-http of the same round: median (least–most).`,
    ...results.map(({ pipelining, rows }) => `\nPipelining ${pipelining}:\n\n${toMarkdown(rows)}`),
  ].join('\n');
  console.log(report);
  if (options.record) record(report);
}
