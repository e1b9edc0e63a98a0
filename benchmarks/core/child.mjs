import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { onServerCore } from '@nextpress-internal/bench-kit/cores';

/**
 * A server in a process of its own; `host.mjs` is its side.
 *
 * @typedef {object} Child
 * @property {number} port
 * @property {() => Promise<Usage>} usage
 * @property {() => Promise<Memory>} memory After a collection; needs `--expose-gc`.
 * @property {() => Promise<LaneStats | null>} stats
 * @property {() => Promise<null>} startProfile
 * @property {() => Promise<{ place: string, time: number }[]>} stopProfile
 * @property {() => Promise<void>} stop
 *
 * @typedef {{ cpu: number, rss: number, peakRss: number }} Usage `cpu` in microseconds, the others in bytes.
 * @typedef {{ heap: number, rss: number }} Memory In bytes; the heap with external memory.
 * @typedef {{ fast: number, node: number }} LaneStats Requests served by the fast lane, and by Node.
 *
 * @typedef {object} Contender
 * @property {string} name
 * @property {string} file Of `servers/`.
 * @property {string} variant Passed to its `serve`; `lane` puts the server on the fast lane.
 * @property {readonly string[]} [execArgv] Options of Node.
 */

const host = fileURLToPath(new URL('host.mjs', import.meta.url));
/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/**
 * Starts a server and waits until it listens.
 *
 * @param {Contender} contender
 * @param {string} app
 * @param {string} node Path of its Node.
 * @param {boolean} [isPinned] Whether it gets the servers' core.
 * @returns {Promise<Child>}
 */
export async function startChild({ name, file, variant, execArgv = [] }, app, node, isPinned = true) {
  const own = [node, ...execArgv, host, file, app, variant];
  const [command = '', ...args] = isPinned ? onServerCore(own) : own;
  const child = spawn(command, args, { env: { ...process.env, NODE_ENV: 'production' }, stdio: 'pipe' });
  running.add(child);
  // Frameworks log the connections that the load drops, so stderr matters only when the process fails.
  let log = '';
  child.stderr.setEncoding('utf8').on('data', (chunk) => {
    log = (log + chunk).slice(-4_000);
  });
  /** @type {((line: string) => void)[]} */
  const waiting = [];
  createInterface({ input: child.stdout }).on('line', (line) => waiting.shift()?.(line));
  /** @type {Promise<never>} */
  const failed = new Promise((_, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => {
      reject(new Error(`${name}, ${app}: exited with ${signal ?? `code ${code}`}\n${log.trimEnd()}`));
    });
  });
  failed.catch(() => {});
  child.stdin.on('error', () => {});

  const reply = async () => {
    const line = await Promise.race([new Promise((resolve) => waiting.push(resolve)), failed]);
    return JSON.parse(/** @type {string} */ (line));
  };
  /** @param {string} question */
  const ask = (question) => {
    const replied = reply();
    child.stdin.write(`${question}\n`);
    return replied;
  };
  const { port } = await reply();
  return {
    port,
    usage: () => ask('usage'),
    memory: () => ask('memory'),
    stats: () => ask('stats'),
    startProfile: () => ask('startProfile'),
    stopProfile: () => ask('stopProfile'),
    async stop() {
      running.delete(child);
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
    },
  };
}
