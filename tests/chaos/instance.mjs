import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('application.mjs', import.meta.url));
/** Where a shell can set it. More than the load needs, few enough to use up. */
const DESCRIPTORS = process.platform === 'win32' ? undefined : 160;

/**
 * @typedef {{ memory: number, connections: number, descriptors: number }} Usage Bytes after garbage collection, counts.
 */

/** One process of `application.mjs`, which keeps its port when it is started again. */
export class Instance {
  #env;
  /** @type {import('node:child_process').ChildProcess | undefined} */
  #child;
  #mayExit = false;
  /** How it exited although it should not have. @type {string[]} */
  crashes = [];
  port = 0;
  /** The most file descriptors that it may have; undefined where this cannot be set. */
  descriptors = DESCRIPTORS;

  /** @param {number} number @param {Record<string, string>} env */
  constructor(number, env) {
    this.number = number;
    this.#env = { ...env, INSTANCE: String(number), NODE_ENV: 'production' };
  }

  /** Resolves when it listens. */
  async start() {
    const node = [process.execPath, '--expose-gc', program];
    const command =
      DESCRIPTORS === undefined ? node : ['sh', '-c', `ulimit -n ${DESCRIPTORS}; exec "$@"`, 'sh', ...node];
    const [file = '', ...args] = command;
    const child = spawn(file, args, {
      env: { ...process.env, ...this.#env, PORT: String(this.port) },
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    this.#child = child;
    this.#mayExit = false;
    let output = '';
    child.stderr?.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
    child.once('exit', (code, signal) => {
      if (!this.#mayExit)
        this.crashes.push(`instance ${this.number} exited with ${signal ?? code}: ${output.slice(-2000)}`);
    });
    const message = await Promise.race([once(child, 'message'), once(child, 'exit').then(() => [{}])]);
    if (message[0].port === undefined) throw new Error(`instance ${this.number} did not start:\n${output}`);
    this.port = message[0].port;
  }

  /** Resolves with the exit code when the process has ended. @param {NodeJS.Signals} signal */
  async stop(signal) {
    const child = this.#child;
    this.#mayExit = true;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return child?.exitCode;
    const exit = once(child, 'exit');
    child.kill(signal);
    const [code] = await exit;
    return code;
  }

  /** @param {'SIGSTOP' | 'SIGCONT'} signal */
  signal(signal) {
    this.#child?.kill(signal);
  }

  get isRunning() {
    return this.#child?.exitCode === null && this.#child.signalCode === null;
  }

  /** @returns {Promise<Usage>} @throws When the process has ended. */
  async measure() {
    const child = this.#child;
    if (child === undefined || !this.isRunning) throw new Error(`instance ${this.number} is not running`);
    const message = Promise.race([once(child, 'message'), once(child, 'exit').then(() => [])]);
    child.send('measure', () => {});
    const [usage] = await message;
    if (usage === undefined) throw new Error(`instance ${this.number} has exited`);
    return usage;
  }
}
