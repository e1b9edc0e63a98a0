import { setTimeout } from 'node:timers/promises';
import { median } from '../statistics.mjs';
import { answersOf, batchesOf } from './measure.mjs';
import { startServer } from './process.mjs';
import { scenarios } from './scenarios.mjs';
import { Traffic } from './traffic.mjs';

const count = 1_000;
const variants = ['node-http', 'fast-lane', 'fast-lane-lazy', 'nextpress-node', 'nextpress'];

/**
 * What a connection keeps while it is idle after its first request, in bytes.
 *
 * @typedef {{ variant: string, heap: number, rss: number }} Idle `heap` with what it holds outside, after a collection.
 *
 * @param {number} processes Of each server; the result is their median.
 * @param {import('./process.mjs').Runtimes} runtimes
 * @returns {Promise<Idle[]>}
 */
export async function measureMemory(processes, runtimes) {
  /** @type {Idle[]} */
  const rows = [];
  for (const variant of variants) {
    const samples = [];
    for (let nth = 0; nth < processes; nth++) samples.push(await sample(variant, runtimes));
    rows.push({
      variant,
      heap: median(samples.map(({ heap }) => heap)),
      rss: median(samples.map(({ rss }) => rss)),
    });
  }
  return rows;
}

/** @param {string} variant @param {import('./process.mjs').Runtimes} runtimes */
async function sample(variant, runtimes) {
  const [scenario] = scenarios;
  if (scenario === undefined) throw new Error('no scenarios');
  const server = await startServer(scenario.app, variant, runtimes);
  try {
    const texts = await answersOf(scenario, new Map([[variant, server]]));
    const batches = batchesOf(scenario, texts.get(variant) ?? [], 1);
    // The first connections pay for what is made once.
    const first = new Traffic(batches);
    await first.open(server.port, 100);
    await first.run(10_000, false);
    first.close();
    await setTimeout(200);
    const before = await server.ask('memory');
    const idle = new Traffic(batches);
    await idle.open(server.port, count);
    await idle.run(count, false);
    const after = await server.ask('memory');
    idle.close();
    return { heap: (after.heap - before.heap) / count, rss: (after.rss - before.rss) / count };
  } finally {
    await server.stop();
  }
}
