// `npm run bench`: sets everything up, then measures. Options go to the runner: `npm run bench -- --help`.
import { install } from './install.mjs';
import { announce, orExit, step } from './terminal.mjs';
import { turbo } from './turbo.mjs';

const build = () => turbo(['build'], ['--filter=@nextpress/benchmarks...']);
if (process.argv.includes('--json')) {
  await install();
  await build();
} else {
  announce('bench');
  orExit(await step('install', install));
  orExit(await step('build', build));
  console.log();
}
const runner = '../benchmarks/run.mjs';
await import(runner);
