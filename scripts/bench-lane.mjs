// `npm run bench:lane`: sets everything up, then measures the fast lane beside node:http.
// Options go to the runner: `npm run bench:lane -- --help`.
import { checkMajors, nativeRuntimes, nodesFor } from './bench-runtimes.mjs';
import { install } from './install.mjs';
import { turbo } from './turbo.mjs';

// Paths in variables: the scripts are type-checked without the benchmarks.
const commandLine = '../benchmarks/lane/command-line.mjs';
const runner = '../benchmarks/lane/run.mjs';

// A wrong option is said before anything is installed or built.
const { laneOptionsOrEnd } = await import(commandLine);
/** @type {{ nodes: string[], native: boolean }} */
const options = laneOptionsOrEnd(process.argv.slice(2));
try {
  checkMajors(options.nodes);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

await install();
await turbo(['build'], ['--filter=@nextpress/benchmarks...']);
const nodes = await nodesFor(options.nodes);
const native = options.native ? await nativeRuntimes() : {};
const { run } = await import(runner);
await run(options, nodes, native);
