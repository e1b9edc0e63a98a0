import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { onCores } from './cores.mjs';

/**
 * A process that answers questions: `control.mjs` is its side.
 *
 * @typedef {object} Process
 * @property {number} pid
 * @property {any} first What it said first.
 * @property {(question: string) => Promise<any>} ask
 * @property {() => Promise<void>} stop
 *
 * @typedef {object} Place
 * @property {readonly number[]} [cores] It is kept to, where the system can.
 * @property {NodeJS.ProcessEnv} [env] Added to this process's own.
 */

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();

/**
 * Starts a process and waits for its first line. It leads a process group of its own: Ctrl-C does not reach it, and
 * what it starts ends with it. When this process exits, all of them are killed.
 *
 * @param {string} label For errors.
 * @param {readonly string[]} command With its arguments.
 * @param {Place} [place]
 * @returns {Promise<Process>}
 */
export async function startProcess(label, command, { cores = [], env = {} } = {}) {
  const [file = '', ...args] = onCores(cores, command);
  const child = spawn(file, args, {
    env: { ...process.env, NODE_ENV: 'production', ...env },
    stdio: 'pipe',
    detached: process.platform !== 'win32',
  });
  if (running.size === 0) process.once('exit', killAll);
  running.add(child);
  // Frameworks complain about connections that the load's end cuts off: it is shown when the process fails.
  let complaints = '';
  child.stderr.setEncoding('utf8').on('data', (chunk) => {
    complaints = (complaints + chunk).slice(-4_000);
  });
  /** @type {((line: string) => void)[]} Who waits for an answer, in the order of the questions. */
  const waiting = [];
  /** @type {Promise<never>} */
  const failed = new Promise((_, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => {
      const end = `${label}: ended with ${signal ?? `code ${code}`}`;
      reject(new Error(complaints === '' ? end : `${end}\n${complaints.trimEnd()}`));
    });
  });
  failed.catch(() => {});
  // A question to a process that has just ended is answered by `failed`.
  child.stdin.on('error', () => {});
  createInterface({ input: child.stdout }).on('line', (line) => waiting.shift()?.(line));
  const answer = async () => {
    /** @type {Promise<string>} */
    const said = new Promise((resolve) => waiting.push(resolve));
    const line = await Promise.race([said, failed]);
    try {
      return JSON.parse(line);
    } catch {
      throw new Error(`${label}: printed "${line}"`);
    }
  };
  const stop = async () => {
    if (child.pid !== undefined && child.exitCode === null && child.signalCode === null) {
      const ended = once(child, 'exit');
      kill(child);
      await ended;
    }
    forget(child);
  };
  try {
    return {
      first: await answer(),
      pid: child.pid ?? 0,
      ask(question) {
        const answered = answer();
        child.stdin.write(`${question}\n`);
        return answered;
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

function killAll() {
  for (const child of running) kill(child);
}

/** @param {import('node:child_process').ChildProcess} child */
function forget(child) {
  running.delete(child);
  if (running.size === 0) process.off('exit', killAll);
}

/** With all of its group, also when the leader has ended. @param {import('node:child_process').ChildProcess} child */
function kill(child) {
  try {
    if (process.platform === 'win32' || child.pid === undefined) child.kill('SIGKILL');
    else process.kill(-child.pid, 'SIGKILL');
  } catch {
    // The group is gone already.
  }
}
