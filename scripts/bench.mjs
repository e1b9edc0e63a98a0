// `npm run bench`: sets everything up, then measures. Options go to the runner: `npm run bench -- --help`.
import { install } from './install.mjs';
import { announce, orExit, step } from './terminal.mjs';
import { turbo } from './turbo.mjs';

// Paths in variables: the scripts are type-checked without the benchmarks.
const commandLine = '../benchmarks/command-line.mjs';
const runner = '../benchmarks/run.mjs';

// A wrong option is said before anything is installed or built.
const { optionsOrEnd } = await import(commandLine);
const { json } = optionsOrEnd(process.argv.slice(2));
const build = () => turbo(['build'], ['--filter=@nextpress/benchmarks...']);
if (json) {
  await install();
  await build();
} else {
  announce('bench');
  orExit(await step('install', install));
  orExit(await step('build', build));
  console.log();
}
await import(runner);
