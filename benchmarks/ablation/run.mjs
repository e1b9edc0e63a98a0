// The runner of `npm run bench:ablation`.
import { existsSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { createProgress } from '../progress.mjs';
import { record } from '../record.mjs';
import { addAblation } from '../result-file.mjs';
import { endOnSignals } from '../runner/end-on-signals.mjs';
import { describeMachine } from '../runner/machine.mjs';
import { ablate } from './ablate.mjs';
import { cpuTable, legend, rateTable } from './table.mjs';

/** @param {import('./options.mjs').Options} options */
export async function run(options) {
  endOnSignals();
  const [load = 0] = loadavg();
  if (load > 1) console.error(`The machine is busy (load ${load.toFixed(1)}): expect wide quartiles.\n`);
  const started = new Date();
  const progress = createProgress(options.rounds * options.scenarios.length);
  let isFirst = true;
  const ablation = await ablate(options, (round, scenario) => {
    if (!isFirst) progress.done();
    isFirst = false;
    progress.next(round, scenario);
  });
  progress.end();
  const machine = { processor: cpus()[0]?.model ?? 'unknown', cores: cpus().length, load };
  if (options.json) {
    const { rounds, load: requests } = options;
    const node = process.versions.node;
    const facts = { machine, node, date: started.toISOString(), options: { rounds, ...requests } };
    console.log(JSON.stringify({ ...facts, ablation }, null, 2));
    return;
  }
  const report = [
    `${machine.processor}, ${machine.cores} cores, Node ${process.versions.node}, ${started.toISOString().slice(0, 10)};`,
    `${options.load.connections} connections; medians (and quartiles) of ${options.rounds} rounds, each the median of ${options.load.slices} × ${options.load.requests} requests;`,
    `load at the start ${load.toFixed(1)}. In bold: beyond the noise.`,
    `\nProcessor time per request:\n\n${cpuTable(ablation)}`,
    `\nRequests per second:\n\n${rateTable(ablation)}`,
    `\n${legend(ablation)}`,
  ].join('\n');
  console.log(report);
  if (options.record) {
    record(report, new URL('README.md', import.meta.url));
    addToResult(ablation);
  }
}

/** Puts the ablation beside what `npm run bench:full` has measured with this Node. @param {import('../result.mjs').Ablation[]} ablation */
function addToResult(ablation) {
  const name = `results/node-${process.versions.node.split('.', 1)[0]}.json`;
  const file = fileURLToPath(new URL(`../${name}`, import.meta.url));
  if (!existsSync(file)) {
    console.error(
      `benchmarks/${name} isn't there yet: \`npm run bench:full\` makes it. Only the README has the table.`,
    );
    return;
  }
  try {
    addAblation(file, ablation, { machine: describeMachine(), node: process.versions.node });
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}: only the README has the table.`);
  }
}
