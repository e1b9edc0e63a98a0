// Sets everything up for a tool of the workspace that has a folder of its own, and runs it, under another Node if asked.
import { fileURLToPath } from 'node:url';
import { show } from './child.mjs';
import { optionsOrEnd } from './command-line.mjs';
import { install } from './install.mjs';
import { environmentOf, installNodes, matrixNodes } from './node-matrix.mjs';
import { announce, orExit, StepFailure, step } from './terminal.mjs';
import { turbo } from './turbo.mjs';

/** @param {'fuzz' | 'soak'} name - of the folder, and of its package */
export async function runTool(name) {
  const runner = new URL(`../${name}/run.mjs`, import.meta.url);
  const args = process.argv.slice(2);
  // A wrong option is said before anything is installed or built. The name is put together here: the scripts are
  // type-checked without the tools.
  const { readOptions, usage } = await import(`../${name}/options.mjs`);
  const { node } = optionsOrEnd(readOptions, usage, args);
  announce(name);
  orExit(await step('install', install));
  orExit(await step('build', () => turbo(['build'], [`--filter=@nextpress/${name}...`])));
  if (node === undefined) {
    console.log();
    await import(runner.href);
    return;
  }
  const chosen = matrixNodes().filter(({ major }) => major === node);
  orExit(await step('node', () => fetched(chosen, node)));
  console.log();
  const [matrixNode] = chosen;
  if (matrixNode === undefined) return;
  const environment = { env: environmentOf(matrixNode) };
  process.exitCode = await show(matrixNode.path, [fileURLToPath(runner), ...args], environment);
}

/** @param {import('./node-matrix.mjs').MatrixNode[]} nodes @param {string} major */
async function fetched(nodes, major) {
  if (nodes.length === 0) throw new StepFailure(`the matrix has no Node ${major} for this platform`);
  return await installNodes(nodes);
}
