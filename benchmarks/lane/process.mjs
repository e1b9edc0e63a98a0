import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/**
 * A server in a process of its own.
 *
 * @typedef {object} ServerProcess
 * @property {number} port
 * @property {<Question extends keyof Answers>(question: Question) => Promise<Answers[Question]>} ask
 * @property {() => Promise<void>} stop
 *
 * @typedef {object} Answers What can be asked; `control.mjs` and `serve.mjs` answer.
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

/** @type {boolean | undefined} */
let pinned;

/** Gives this process, which makes the load, one core where `taskset` can, and says whether the other is the servers'. */
function pin() {
  if (process.platform !== 'linux') return false;
  return spawnSync('taskset', ['-apc', '1', `${process.pid}`]).status === 0;
}

/**
 * Starts a server and waits until it listens.
 *
 * @param {string} app
 * @param {string} variant `bun`, `deno`, or a name in `variants.mjs`.
 * @param {Runtimes} runtimes
 * @returns {Promise<ServerProcess>}
 */
export async function startServer(app, variant, runtimes) {
  pinned ??= pin();
  const [command, ...args] = [
    ...(pinned ? ['taskset', '-c', '0'] : []),
    ...commandOf(app, variant, runtimes),
  ];
  const child = spawn(/** @type {string} */ (command), args, {
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  /** @type {((line: string) => void)[]} Who waits for an answer, in the order of the questions. */
  const waiting = [];
  /** @type {Promise<never>} */
  const failed = new Promise((_, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`${app}, ${variant}: ended with code ${code}`)));
  });
  failed.catch(() => {});
  createInterface({ input: child.stdout }).on('line', (line) => waiting.shift()?.(line));
  const answer = async () => {
    /** @type {Promise<string>} */
    const line = new Promise((resolve) => waiting.push(resolve));
    return JSON.parse(await Promise.race([line, failed]));
  };
  const { port } = await answer();
  return {
    port,
    ask(question) {
      const answered = answer();
      child.stdin.write(`${question}\n`);
      return answered;
    },
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** @param {string} app @param {string} variant @param {Runtimes} runtimes */
function commandOf(app, variant, { node, bun, deno }) {
  if (variant === 'bun' && bun !== undefined) return [bun, here('native.mjs'), app];
  if (variant === 'deno' && deno !== undefined) return [deno, 'run', '-A', here('native.mjs'), app];
  return [node, '--expose-gc', here('serve.mjs'), app, variant];
}
