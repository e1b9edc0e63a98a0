// `npm run fuzz`: installs, builds and runs the fuzzer, also under another Node: `npm run fuzz -- --help`.
import { fileURLToPath } from 'node:url';
import { show } from './child.mjs';
import { optionsOrEnd } from './command-line.mjs';
import { install } from './install.mjs';
import { environmentOf, installNodes, matrixNodes } from './node-matrix.mjs';
import { announce, orExit, StepFailure, step } from './terminal.mjs';
import { turbo } from './turbo.mjs';

const args = process.argv.slice(2);
// In variables, so that the scripts are type-checked without the fuzzer.
const runner = new URL('../fuzz/run.mjs', import.meta.url);
const optionsModule = '../fuzz/options.mjs';
const { readOptions, usage } = await import(optionsModule);
/** @type {{ node?: string }} */
const { node } = optionsOrEnd(readOptions, usage, args);

announce('fuzz');
orExit(await step('install', install));
orExit(await step('build', () => turbo(['build'], ['--filter=@nextpress/fuzz...'])));
if (node === undefined) {
  console.log();
  await import(runner.href);
} else {
  const [chosen] = matrixNodes().filter(({ major }) => major === node);
  orExit(
    await step('node', () => {
      if (chosen === undefined) throw new StepFailure(`no Node ${node} in the matrix for this platform`);
      return installNodes([chosen]);
    }),
  );
  console.log();
  if (chosen !== undefined) {
    process.exitCode = await show(chosen.path, [fileURLToPath(runner), ...args], {
      env: environmentOf(chosen),
    });
  }
}
