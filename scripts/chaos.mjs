// `npm run chaos`: installs, builds and runs the chaos tests, also under another Node: `npm run chaos -- --help`.
import { optionsOrEnd } from './command-line.mjs';
import { runWithNode } from './run-with-node.mjs';

// In variables, so that the scripts are type-checked without the chaos tests.
const runner = new URL('../tests/chaos/run.mjs', import.meta.url);
const optionsModule = '../tests/chaos/options.mjs';
const { readOptions, usage } = await import(optionsModule);
/** @type {{ node?: string }} */
const { node } = optionsOrEnd(readOptions, usage, process.argv.slice(2));

await runWithNode({ name: 'chaos', runner, node });
