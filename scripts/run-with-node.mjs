import { fileURLToPath } from 'node:url';
import { show } from './child.mjs';
import { install } from './install.mjs';
import { environmentOf, installNodes, matrixNodes } from './node-matrix.mjs';
import { announce, orExit, StepFailure, step } from './terminal.mjs';
import { turbo } from './turbo.mjs';

/**
 * Installs, builds a package of the workspace and runs a module with the arguments of this process.
 *
 * @param {object} program
 * @param {string} program.name Of the command, and of the package `@nextpress/<name>`.
 * @param {URL} program.runner
 * @param {string | undefined} program.node A major version of the matrix; undefined for this Node.
 */
export async function runWithNode({ name, runner, node }) {
  announce(name);
  orExit(await step('install', install));
  orExit(await step('build', () => turbo(['build'], [`--filter=@nextpress/${name}...`])));
  if (node === undefined) {
    console.log();
    await import(runner.href);
    return;
  }
  const [chosen] = matrixNodes().filter(({ major }) => major === node);
  orExit(
    await step('node', () => {
      if (chosen === undefined) throw new StepFailure(`no Node ${node} in the matrix for this platform`);
      return installNodes([chosen]);
    }),
  );
  console.log();
  if (chosen === undefined) return;
  process.exitCode = await show(chosen.path, [fileURLToPath(runner), ...process.argv.slice(2)], {
    env: environmentOf(chosen),
  });
}
