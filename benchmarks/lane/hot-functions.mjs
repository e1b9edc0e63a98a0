import { answersOf, batchesOf } from './measure.mjs';
import { startServer } from './process.mjs';
import { Traffic } from './traffic.mjs';

/**
 * Where the time goes in the fast lane: the functions that take most of it themselves, as text.
 *
 * @param {import('./scenarios.mjs').Scenario} scenario
 * @param {{ connections: number, requests: number, warmUp: number }} load
 * @param {import('./process.mjs').Runtimes} runtimes
 */
export async function hotFunctions(scenario, { connections, requests, warmUp }, runtimes) {
  const server = await startServer(scenario.app, scenario.lane, runtimes);
  try {
    const texts = await answersOf(scenario, new Map([[scenario.lane, server]]));
    const parts = [];
    for (const { pipelining } of scenario.goals) {
      const traffic = new Traffic(batchesOf(scenario, texts.get(scenario.lane) ?? [], pipelining));
      await traffic.open(server.port, connections);
      await traffic.run(warmUp, false);
      await server.ask('profile');
      const before = await server.ask('cpu');
      const sent = await traffic.run(requests * 5, false);
      const cpu = (await server.ask('cpu')) - before;
      const times = await server.ask('profiled');
      traffic.close();
      parts.push(
        `${scenario.title}, pipelining ${pipelining}: ${(cpu / sent).toFixed(1)} µs with the profiler`,
      );
      for (const { place, time } of times.slice(0, 40)) {
        if (!place.startsWith('(idle)')) parts.push(`${(time / sent).toFixed(2).padStart(8)}  ${place}`);
      }
      parts.push('');
    }
    return parts.join('\n');
  } finally {
    await server.stop();
  }
}
