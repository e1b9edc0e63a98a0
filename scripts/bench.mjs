// `npm run bench` and, with --full, `npm run bench:full`: sets everything up, then measures.
// Options go to the runner: `npm run bench -- --help`.
import { checkNode, nativeRuntimes, nodeFor } from './bench-runtimes.mjs';
import { install } from './install.mjs';
import { announce, orExit, StepFailure, step } from './terminal.mjs';
import { turbo } from './turbo.mjs';

// Paths in variables: the scripts are type-checked without the benchmarks.
const commandLine = '../benchmarks/command-line.mjs';
const runner = '../benchmarks/run.mjs';

// A wrong option is said before anything is installed or built.
const { optionsOrEnd } = await import(commandLine);
/** @type {{ json: boolean, node: string | undefined, native: boolean }} */
const options = await optionsOrEnd(process.argv.slice(2));
const runtimes = { node: process.execPath };
/** @type {[string, () => Promise<string>][]} */
const steps = [
  ['install', install],
  ['build', () => turbo(['build'], ['--filter=@nextpress/benchmarks...'])],
  ['runtimes', fetchRuntimes],
];
try {
  if (options.node !== undefined) checkNode(options.node);
  if (options.json) {
    for (const [, run] of steps) await run();
  } else {
    announce('bench');
    for (const [name, run] of steps) orExit(await step(name, run));
    console.log();
  }
  const { run } = await import(runner);
  await run(options, runtimes);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  if (error instanceof StepFailure && error.details !== '') console.error(`\n${error.details.trimEnd()}`);
  process.exitCode = 1;
}

async function fetchRuntimes() {
  try {
    if (options.node !== undefined) runtimes.node = await nodeFor(options.node);
    if (options.native) Object.assign(runtimes, await nativeRuntimes());
    return Object.keys(runtimes).join(', ');
  } catch (error) {
    throw new StepFailure(error instanceof Error ? error.message : String(error));
  }
}
