import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from './client.mjs';

/**
 * @typedef {import('./catalog.mjs').Application} Application
 *
 * @typedef {object} Subject
 * @property {string} name
 * @property {boolean} isNextpress
 * @property {boolean} isFast Whether the fast lane reads its requests.
 * @property {readonly string[]} nodeArgs
 * @property {NodeJS.ProcessEnv} env
 *
 * @typedef {object} Visit What a driver is given.
 * @property {Client} client
 * @property {string} url Without a slash at the end.
 * @property {number} port
 * @property {string} data A temporary folder, empty at first, that the server knows as `$DATA`.
 * @property {string} folder Where the application is installed.
 */

/** Express 4 writes `charset=UTF-8` for files, where Express 5 and Nextpress write `utf-8`: charsets have no case. */
const CHARSET = /(?<=; charset=)utf-8/gi;

const witness = new URL('witness.mjs', import.meta.url).href;

/** Express comes first: it is what the others are compared with. @type {readonly Subject[]} */
export const subjects = [
  { name: 'Express', isNextpress: false, isFast: false, nodeArgs: [], env: {} },
  {
    name: "Node's lane",
    isNextpress: true,
    isFast: false,
    nodeArgs: ['--import', witness],
    env: { NEXTPRESS_FAST_LANE: 'off' },
  },
  {
    name: 'fast lane',
    isNextpress: true,
    isFast: true,
    nodeArgs: ['--import', witness, '--import', '@nextpress/fast-lane/register'],
    env: {},
  },
];

/**
 * Starts the application, sends the driver's requests, and stops it.
 *
 * @param {Application} application
 * @param {Subject} subject
 * @param {string} folder where the application is installed
 * @param {number} port
 * @returns {Promise<{ client: Client, error: unknown, output: string, fastCount: number }>} `fastCount`: requests that the fast lane has read
 */
export async function visitApplication({ driver }, subject, folder, port) {
  const data = mkdtempSync(join(tmpdir(), 'nextpress-application-'));
  const laneCount = `${data}.lane-count`;
  const fill = (/** @type {string | undefined} */ text = '') =>
    text.replaceAll('$PORT', `${port}`).replaceAll('$DATA', data);
  const env = {
    ...process.env,
    ...environmentOf(driver, subject, laneCount),
    PORT: `${port}`,
    DATA: data,
    ...Object.fromEntries(Object.entries(driver.env ?? {}).map(([name, value]) => [name, fill(value)])),
  };
  const args = [...subject.nodeArgs, driver.main ?? 'server.mjs', ...(driver.args ?? []).map(fill)];
  const child = spawn(process.execPath, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  let fastCount = 0;
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  }
  const versioned = driver.expressVersion === 4 ? [CHARSET] : [];
  const client = new Client(port, [data, folder, ...versioned, ...(driver.volatile ?? [])]);
  /** @type {unknown} */
  let error;
  try {
    await reachable(child, port);
    await driver.run?.({ client, url: `http://127.0.0.1:${port}`, port, data, folder });
  } catch (thrown) {
    error = thrown;
  } finally {
    client.close();
    if (subject.isNextpress)
      fastCount = await countOf(laneCount, subject.isFast && driver.staysInNode === undefined);
    await stop(child);
    for (const path of [data, laneCount]) rmSync(path, { recursive: true, force: true });
  }
  return { client, error, output, fastCount };
}

/**
 * What the application, its lane and the witness read from the environment.
 *
 * @param {import('./catalog.mjs').Driver} driver
 * @param {Subject} subject
 * @param {string} laneCount the file in which the witness counts
 * @returns {NodeJS.ProcessEnv}
 */
export function environmentOf({ expressVersion }, subject, laneCount) {
  const version = expressVersion === 4 ? { NEXTPRESS_EXPRESS: '4' } : {};
  return { NO_COLOR: '1', LANE_COUNT: laneCount, ...version, ...subject.env };
}

/**
 * What the witness has counted. It writes the number a moment after a request.
 *
 * @param {string} file
 * @param {boolean} isExpected whether to wait for a number other than 0
 */
export async function countOf(file, isExpected) {
  const deadline = Date.now() + 5000;
  const read = () => (existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0);
  while (isExpected && read() === 0 && Date.now() < deadline) await sleep(50);
  return read();
}

/** @param {import('node:child_process').ChildProcess} child @param {number} port */
async function reachable(child, port) {
  const deadline = Date.now() + 120_000;
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`The server has ended with exit code ${child.exitCode}`);
    if (await accepts(port)) return;
    await sleep(50);
  }
  throw new Error('The server did not listen within two minutes');
}

/** @param {number} port @returns {Promise<boolean>} */
function accepts(port) {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}

/** @param {import('node:child_process').ChildProcess} child */
async function stop(child) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), 5000);
  await ended;
  clearTimeout(timer);
}
