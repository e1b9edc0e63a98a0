import cluster from 'node:cluster';
import { once } from 'node:events';

/**
 * node:cluster as its documentation shows it: the first process starts the others, which run the same file and share a
 * port. For more cores, start more of them, and let each one have a core of its own.
 *
 * @param {string} scenario Ends with the number of workers.
 * @param {import('../../suite.mjs').Serve} serve What a worker does; it listens by itself.
 * @returns {Promise<import('../../suite.mjs').Served>}
 */
export async function inWorkers(scenario, serve) {
  if (cluster.isWorker) return serve(scenario);
  const workers = Array.from({ length: Number(scenario.slice('cluster-'.length)) }, () => cluster.fork());
  const addresses = await Promise.all(
    workers.map(async (worker) => {
      const [address] = await once(worker, 'listening');
      return address;
    }),
  );
  return { port: addresses[0].port };
}
