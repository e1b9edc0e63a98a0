// `npm run bench:lane`: sets everything up, then measures the fast lane beside node:http.
// Options go to the runner: `npm run bench:lane -- --help`.
import { install } from './install.mjs';
import { installNativeRuntimes } from './native-runtimes.mjs';
import { installNodes, matrixNodes, supportedMajors } from './node-matrix.mjs';
import { turbo } from './turbo.mjs';

// Paths in variables: the scripts are type-checked without the benchmarks.
const commandLine = '../benchmarks/lane/command-line.mjs';
const runner = '../benchmarks/lane/run.mjs';

// A wrong option is said before anything is installed or built.
const { laneOptionsOrEnd } = await import(commandLine);
/** @type {{ nodes: string[], native: boolean }} */
const options = laneOptionsOrEnd(process.argv.slice(2));
const unknown = options.nodes.find((major) => !supportedMajors().includes(major));
if (unknown !== undefined) {
  console.error(`There is no Node ${unknown}: there are ${supportedMajors().join(', ')}.`);
  process.exit(1);
}

await install();
await turbo(['build'], ['--filter=@nextpress/benchmarks...']);
const asked = matrixNodes().filter(({ major }) => options.nodes.includes(major));
if (asked.length < options.nodes.length) {
  console.error(`npm has no Nodes for ${process.platform} on ${process.arch}.`);
  process.exit(1);
}
if (asked.length > 0) await installNodes(asked);
const native = options.native ? await installNativeRuntimes() : {};
for (const name of options.native ? /** @type {const} */ (['bun', 'deno']) : []) {
  if (native[name] === undefined) {
    console.error(
      `${name} is skipped: npm has none for ${process.platform} on ${process.arch}, or no way there.`,
    );
  }
}

const running = { version: process.versions.node, path: process.execPath };
const { run } = await import(runner);
await run(options, asked.length > 0 ? asked : [running], native);
