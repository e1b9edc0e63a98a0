import autocannon from 'autocannon';
import { startServer } from './server-process.mjs';

/**
 * @typedef {object} Load
 * @property {number} connections
 * @property {number} pipelining
 * @property {number} warmUp Requests before the measured window: a number and not a time, so that a slow machine
 *   does not measure code that V8 has not optimized yet.
 * @property {number} seconds Of the measured window.
 *
 * @typedef {object} Sample
 * @property {number} rate Requests per second.
 * @property {number} cpu The server's processor time per request, in microseconds.
 * @property {number} busy Share of the window in which the server's process was computing.
 */

/**
 * Starts a server, checks what it answers, warms it up, and measures it under load.
 *
 * @param {string} name
 * @param {Load} load
 * @returns {Promise<Sample>}
 */
export async function measure(name, { connections, pipelining, warmUp, seconds }) {
  const server = await startServer(name);
  try {
    await checkAnswer(name, server.url);
    const target = { url: server.url, connections, pipelining };
    await autocannon({ ...target, amount: warmUp });
    const cpuBefore = await server.cpuTime();
    const started = performance.now();
    const result = await autocannon({ ...target, duration: seconds });
    const elapsed = (performance.now() - started) * 1_000;
    const cpu = (await server.cpuTime()) - cpuBefore;
    const { total } = result.requests;
    if (result.errors > 0 || result.non2xx > 0 || total === 0) {
      throw new Error(`${name}: ${result.errors} errors and ${result.non2xx} refusals under load`);
    }
    return { rate: (total / elapsed) * 1_000_000, cpu: cpu / total, busy: cpu / elapsed };
  } finally {
    server.stop();
  }
}

/** Servers that say different things can't be compared. @param {string} name @param {string} url */
async function checkAnswer(name, url) {
  const response = await fetch(url);
  const type = response.headers.get('content-type')?.split(';', 1)[0];
  const said = `${response.status} ${type} ${await response.text()}`;
  const wanted = '200 application/json {"hello":"world"}';
  if (said !== wanted) throw new Error(`${name} answers "${said}" and not "${wanted}"`);
}
