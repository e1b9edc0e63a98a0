import { performance } from 'node:perf_hooks';
import { answerTo, checkAnswers, withEntityTags } from './check.mjs';
import { coresFor } from './cores.mjs';
import { createMeter } from './meter.mjs';
import { commandOf, startServer } from './server.mjs';

/**
 * @typedef {import('../suite.mjs').Scenario} Scenario
 * @typedef {import('./server.mjs').Contender} Contender
 *
 * @typedef {object} Setting What all samples of a run share.
 * @property {import('./server.mjs').Runtimes} runtimes
 * @property {import('./cores.mjs').Cores | undefined} cores
 * @property {import('./load.mjs').Generate} generate
 *
 * @typedef {object} FullLoad With nothing left out.
 * @property {number} connections
 * @property {number} pipelining
 * @property {number} warmUp
 * @property {number} leastWarmUp In seconds.
 * @property {number} longestWarmUp In seconds.
 * @property {number} seconds
 * @property {number} [requests]
 */

/**
 * Starts a server, checks what it answers, loads it for a moment, checks it again and ends it.
 *
 * @param {Contender} contender
 * @param {Scenario} scenario
 * @param {FullLoad} load
 * @param {Setting} setting
 * @returns {Promise<import('../result.mjs').Sample>}
 * @throws Unavailable when this machine can't run the server
 */
export async function takeSample(contender, scenario, load, { runtimes, cores, generate }) {
  const { requests, answer, measures = [] } = scenario;
  const place = { cores: coresFor(scenario.cores ?? 1, cores), measures };
  const command = commandOf(contender, runtimes);
  const started = performance.now();
  const server = await startServer(contender, scenario.name, command, place);
  try {
    await checkAnswers(server.port, { requests: requests.slice(0, 1), answer });
    const coldStart = performance.now() - started;
    await checkAnswers(server.port, scenario);
    const idle = measures.includes('memory') ? await server.collect() : undefined;
    const statuses = new Set(requests.map((_, index) => answerTo(answer, index).status));
    const asked = await withEntityTags(server.port, requests);
    const meter = createMeter(server, cores, scenario.cores);
    const outcome = await generate(
      { ...load, port: server.port, requests: asked, statuses, count: load.requests },
      meter,
    );
    const after = await server.usage();
    const left = idle === undefined ? after : await server.collect();
    await checkAnswers(server.port, scenario);
    const { cpu, elapsed, generatorBusy, others, stolen, elu, gc } = meter.read();
    if (outcome.requests === 0) throw new Error('no answers under load');
    return {
      requests: outcome.requests,
      warmedUp: outcome.warmedUp,
      rate: short(outcome.requests / outcome.seconds),
      cpu: short(cpu / outcome.metered),
      busy: short(cpu / elapsed),
      generatorBusy: short(generatorBusy),
      ...(others !== undefined && { others: short(others) }),
      ...(stolen !== undefined && { stolen: short(stolen) }),
      ...(outcome.latency !== undefined && { latency: outcome.latency }),
      rss: left.rss,
      peakRss: after.peakRss,
      ...(left.heap !== undefined && { heap: left.heap }),
      ...(idle !== undefined && { idle }),
      ...(measures.includes('elu') && elu !== undefined && { elu: short(elu) }),
      ...(gc !== undefined && { gc: { ...gc, time: short(gc.time) } }),
      ...(measures.includes('cold-start') && { coldStart: short(coldStart) }),
    };
  } finally {
    await server.stop();
  }
}

/** Six digits are more than is known. @param {number} value */
const short = (value) => Number(value.toPrecision(6));
