// `npm run bench:ablation`: sets everything up, then measures the packages without each of their optimisations.
// Options go to the runner: `npm run bench:ablation -- --help`.
import { install } from './install.mjs';
import { turbo } from './turbo.mjs';

// Paths in variables: the scripts are type-checked without the benchmarks.
const commandLine = '../benchmarks/ablation/command-line.mjs';
const runner = '../benchmarks/ablation/run.mjs';

// A wrong option is said before anything is installed or built.
const { ablationOptionsOrEnd } = await import(commandLine);
const options = ablationOptionsOrEnd(process.argv.slice(2));
await install();
await turbo(['build'], ['--filter=@nextpress/benchmarks...']);
const { run } = await import(runner);
await run(options);
