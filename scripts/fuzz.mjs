// `npm run fuzz`: installs, builds and runs the fuzzer, also under another Node: `npm run fuzz -- --help`.
import { optionsOrEnd } from './command-line.mjs';
import { runWithNode } from './run-with-node.mjs';

// In variables, so that the scripts are type-checked without the fuzzer.
const runner = new URL('../tests/fuzz/run.mjs', import.meta.url);
const optionsModule = '../tests/fuzz/options.mjs';
const { readOptions, usage } = await import(optionsModule);
/** @type {{ node?: string }} */
const { node } = optionsOrEnd(readOptions, usage, process.argv.slice(2));

await runWithNode({ name: 'fuzz', runner, node });
