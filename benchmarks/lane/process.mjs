import { fileURLToPath } from 'node:url';
import { coresFor, divideCores } from '../runner/cores.mjs';
import { startProcess } from '../runner/process.mjs';

/**
 * A server in a process of its own.
 *
 * @typedef {object} ServerProcess
 * @property {number} port
 * @property {<Question extends keyof Answers>(question: Question) => Promise<Answers[Question]>} ask
 * @property {() => Promise<void>} stop
 *
 * @typedef {object} Answers What can be asked; `../runner/control.mjs` and `serve.mjs` answer.
 * @property {number} cpu
 * @property {{ rss: number, heap: number }} memory
 * @property {{ fast: number, node: number } | null} stats
 * @property {null} profile
 * @property {{ place: string, time: number }[]} profiled
 *
 * @typedef {object} Runtimes Paths of executables; Bun and Deno only where they are there.
 * @property {string} node
 * @property {string} [bun]
 * @property {string} [deno]
 */

/** @param {string} file */
const here = (file) => fileURLToPath(new URL(file, import.meta.url));

/**
 * Starts a server and waits until it listens.
 *
 * @param {string} app
 * @param {string} variant `bun`, `deno`, or a name in `variants.mjs`.
 * @param {Runtimes} runtimes
 * @returns {Promise<ServerProcess>}
 */
export async function startServer(app, variant, runtimes) {
  const { first, ask, stop } = await startProcess(`${app}, ${variant}`, commandOf(app, variant, runtimes), {
    cores: coresFor(1, divideCores()),
  });
  return { port: first.port, ask, stop };
}

/** @param {string} app @param {string} variant @param {Runtimes} runtimes */
function commandOf(app, variant, { node, bun, deno }) {
  if (variant === 'bun' && bun !== undefined) return [bun, here('native.mjs'), app];
  if (variant === 'deno' && deno !== undefined) return [deno, 'run', '-A', here('native.mjs'), app];
  return [node, '--expose-gc', here('serve.mjs'), app, variant];
}
