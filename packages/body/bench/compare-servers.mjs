/**
 * Servers side by side: each in a process of its own, one load after the other on all of them, the same requests on the
 * same number of connections, each waiting for its answer. What counts is the processor time that a server uses for a
 * request, user and system: on a machine that does other work, too, it says more than requests per second. That of the
 * first server is told in µs, those of the others as multiples of what the first has used in the same round.
 */

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { cpus } from 'node:os';

/**
 * @typedef {object} Row
 * @property {string} name
 * @property {Buffer} request
 * @property {string} answer the body of the right answer
 * @property {number} [status] of the right answer, 200 unless told
 * @property {readonly string[]} [fields] lines that its head has, in lower case
 * @property {readonly string[]} [without] who can't do this
 *
 * @typedef {{ name: string, child: import('node:child_process').ChildProcess, port: number }} Contender
 */

const CONNECTIONS = 16;
const ROUNDS = Number(process.env.ROUNDS ?? 15);
const ROUND_MS = 120;
/** As much as it takes for V8 to have compiled what it will. */
const WARM_UP_MS = 2_000;

/**
 * @param {URL} module whose `participants` are servers by name
 * @param {readonly string[]} names
 * @param {readonly Row[]} rows
 */
export async function compareServers(module, names, rows) {
  const asked = process.argv[2];
  const chosen = asked === undefined ? rows : rows.filter(({ name }) => name.startsWith(asked));
  const contenders = await Promise.all(names.map((name) => start(module, name)));
  console.log(`Processor time for a request, median of ${ROUNDS} rounds, ${CONNECTIONS} connections`);
  console.log(
    `${cpus()[0]?.model}, Node ${process.versions.node}, ${new Date().toISOString().slice(0, 10)}\n`,
  );
  console.log(`| | ${names.join(' | ')} |\n|---|${names.map(() => '---|').join('')}`);
  for (const row of chosen) {
    const times = await measure(row, contenders);
    const [first = [], ...others] = names.map((name) => times.get(name));
    const cells = others.map((rounds) =>
      rounds === undefined
        ? '–'
        : `${median(rounds.map((time, round) => time / (first[round] ?? 0))).toFixed(2)} ×`,
    );
    console.log(`| ${[row.name, `${median(first).toFixed(0)} µs`, ...cells].join(' | ')} |`);
  }
  for (const { child } of contenders) child.kill();
}

/** @param {URL} module @param {string} name @returns {Promise<Contender>} */
async function start(module, name) {
  const child = fork(new URL('serve.mjs', import.meta.url), [module.href, name]);
  const [port] = await once(child, 'message');
  return { name, child, port };
}

/** @param {Row} row @param {readonly Contender[]} contenders */
async function measure(row, contenders) {
  const able = contenders.filter(({ name }) => !row.without?.includes(name));
  /** @type {Map<string, number[]>} */
  const times = new Map(able.map(({ name }) => [name, []]));
  /** @type {Map<string, number>} */
  const lengths = new Map();
  for (const { name, port } of able) {
    lengths.set(name, await answerLength(name, port, row));
    await load(port, row.request, lengths.get(name) ?? 0, WARM_UP_MS);
  }
  // In turns, so that what else the machine does falls on all of them.
  for (let round = 0; round < ROUNDS; round++) {
    for (const { name, child, port } of able) {
      const before = await usage(child);
      const count = await load(port, row.request, lengths.get(name) ?? 0, ROUND_MS);
      times.get(name)?.push(((await usage(child)) - before) / count);
    }
  }
  return times;
}

/** @param {readonly number[]} values */
function median(values) {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
}

/** @param {import('node:child_process').ChildProcess} child @returns {Promise<number>} µs */
async function usage(child) {
  child.send('usage');
  const [time] = await once(child, 'message');
  return time;
}

/** Checks the answer, and tells how many bytes it has. @param {string} name @param {number} port @param {Row} row */
async function answerLength(name, port, { name: of, request, answer, status = 200, fields = [] }) {
  const socket = connect(port, '127.0.0.1');
  socket.write(request);
  const [chunk] = await once(socket, 'data');
  socket.destroy();
  const text = String(chunk);
  if (!text.startsWith(`HTTP/1.1 ${status}`) || !text.endsWith(`\r\n\r\n${answer}`)) {
    throw new Error(`${name} answers ${of} otherwise than with ${answer}: ${text}`);
  }
  const missing = fields.find((field) => !text.toLowerCase().includes(`\r\n${field}\r\n`));
  if (missing !== undefined) throw new Error(`${name} answers ${of} without ${missing}: ${text}`);
  return chunk.length;
}

/** How many requests were answered. @param {number} port @param {Buffer} request @param {number} length of an answer @param {number} ms */
async function load(port, request, length, ms) {
  const end = performance.now() + ms;
  const counts = await Promise.all(
    Array.from({ length: CONNECTIONS }, () => ask(port, request, length, end)),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}

/** One connection, one request after the other. @param {number} port @param {Buffer} request @param {number} length @param {number} end @returns {Promise<number>} */
function ask(port, request, length, end) {
  return new Promise((resolve, reject) => {
    let count = 0;
    let received = 0;
    const socket = connect(port, '127.0.0.1', () => socket.write(request));
    socket.setNoDelay(true);
    socket.on('error', reject);
    socket.on('data', (chunk) => {
      received += chunk.length;
      if (received < length) return;
      received = 0;
      count++;
      if (performance.now() < end) socket.write(request);
      else {
        socket.destroy();
        resolve(count);
      }
    });
  });
}
