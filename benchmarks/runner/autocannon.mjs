import { createHistogram } from 'node:perf_hooks';
import autocannon from 'autocannon';

const CLOSED = 'the server closed a connection under load';

/**
 * Loads a server: warms it up, then opens the window that is measured, on the same connections.
 *
 * @type {import('./load.mjs').Generate}
 */
export function generate({ port, requests, statuses, connections, pipelining, ...window }, meter) {
  return new Promise((resolve, reject) => {
    const histogram = createHistogram();
    /** @type {'warming' | 'opening' | 'open' | 'closed'} */
    let phase = 'warming';
    let answers = 0;
    // Node accepts a connection in each turn of its loop: under load the last ones wait long for their first answers.
    let unsettled = connections;
    let warmedUp = 0;
    let isLong = window.leastWarmUp === 0;
    let started = 0;
    /** @type {NodeJS.Timeout | undefined} */
    let timer;
    /** @type {Client[]} */
    const clients = [];

    const end = () => {
      phase = 'closed';
      clearTimeout(timer);
      for (const client of clients) client.destroy();
      instance.stop();
    };
    /** @param {unknown} error */
    const fail = (error) => {
      end();
      reject(error);
    };
    const open = async () => {
      if (unsettled > 0)
        throw new Error(`${unsettled} of ${connections} connections had no answer while it warmed up`);
      phase = 'opening';
      clearTimeout(timer);
      warmedUp = answers;
      await meter.begin();
      answers = 0;
      started = performance.now();
      phase = 'open';
      if (window.count === undefined) timer = setTimeout(() => close().catch(fail), window.seconds * 1_000);
    };
    const close = async () => {
      phase = 'closed';
      const outcome = { warmedUp, requests: answers, seconds: (performance.now() - started) / 1_000 };
      await meter.end();
      const metered = answers;
      end();
      resolve({ ...outcome, metered, latency: latencyOf(histogram) });
    };
    /** @param {number} status @param {number} milliseconds */
    const onAnswer = (status, milliseconds) => {
      if (!statuses.has(status)) fail(new Error(`an answer under load had the status ${status}`));
      answers++;
      if (phase === 'open') {
        histogram.record(Math.max(1, Math.round(milliseconds * 1_000)));
        if (window.count !== undefined && answers >= window.count) close().catch(fail);
      } else if (phase === 'warming' && isLong && unsettled === 0 && answers >= window.warmUp) {
        open().catch(fail);
      }
    };

    const instance = autocannon(
      {
        url: `http://127.0.0.1:${port}`,
        connections,
        pipelining,
        requests: requests.map((request) => /** @type {autocannon.Request} */ (request)),
        // It ends when the window does.
        duration: 3_600,
        sampleInt: 50,
        setupClient(declared) {
          const client = /** @type {Client} */ (/** @type {unknown} */ (declared));
          let first = pipelining;
          client.on('response', (status, _bytes, milliseconds) => {
            if (first > 0 && --first === 0) {
              unsettled--;
              // Of a connection that ends the client says nothing, and opens another.
              client.conn.once('end', () => phase !== 'closed' && fail(new Error(CLOSED)));
            }
            onAnswer(status, milliseconds);
          });
          client.on('connError', (error) => phase !== 'closed' && fail(error));
          client.on('timeout', () => fail(new Error('no answer for ten seconds under load')));
          clients.push(client);
        },
      },
      () => {},
    );
    if (window.leastWarmUp > 0)
      setTimeout(() => {
        isLong = true;
      }, window.leastWarmUp * 1_000).unref();
    timer = setTimeout(() => open().catch(fail), window.longestWarmUp * 1_000);
  });
}

/**
 * What the type declarations leave out.
 *
 * @typedef {import('node:events').EventEmitter & { conn: import('node:net').Socket, destroy(): void }} Client
 */

/** @param {import('node:perf_hooks').RecordableHistogram} histogram Of microseconds. @returns {import('../result.mjs').Latency} */
function latencyOf(histogram) {
  /** @param {number} microseconds */
  const milliseconds = (microseconds) => Math.round(microseconds) / 1_000;
  return {
    p50: milliseconds(histogram.percentile(50)),
    p95: milliseconds(histogram.percentile(95)),
    p99: milliseconds(histogram.percentile(99)),
    max: milliseconds(histogram.max),
    mean: milliseconds(histogram.mean),
  };
}
