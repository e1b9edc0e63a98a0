// `npm run soak`: sets everything up, then soaks. Options go to the runner: `npm run soak -- --help`.
import { fileURLToPath } from 'node:url';
import { show } from './child.mjs';
import { install } from './install.mjs';
import { environmentOf, installNodes, matrixNodes } from './node-matrix.mjs';
import { announce, orExit, StepFailure, step } from './terminal.mjs';
import { turbo } from './turbo.mjs';

// Paths in variables: the scripts are type-checked without the soak.
const commandLine = '../soak/command-line.mjs';
const runner = new URL('../soak/run.mjs', import.meta.url);

const args = process.argv.slice(2);
// A wrong option is said before anything is installed or built.
const { optionsOrEnd } = await import(commandLine);
const { node } = optionsOrEnd(args);
announce('soak');
orExit(await step('install', install));
orExit(await step('build', () => turbo(['build'], ['--filter=@nextpress/soak...'])));
if (node === undefined) {
  console.log();
  await import(runner.href);
} else {
  const chosen = matrixNodes().filter(({ major }) => major === node);
  orExit(await step('node', () => fetched(chosen)));
  console.log();
  const [matrixNode] = chosen;
  if (matrixNode !== undefined) {
    const environment = { env: environmentOf(matrixNode) };
    process.exitCode = await show(matrixNode.path, [fileURLToPath(runner), ...args], environment);
  }
}

/** @param {import('./node-matrix.mjs').MatrixNode[]} nodes */
async function fetched(nodes) {
  if (nodes.length === 0) throw new StepFailure(`the matrix has no Node ${node} for this platform`);
  return await installNodes(nodes);
}
