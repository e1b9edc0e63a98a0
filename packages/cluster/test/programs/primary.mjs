// Starts a cluster with the options of the first argument, and does what its parent process says.
import { startCluster } from '@nextpress/cluster';

const options = JSON.parse(process.argv[2] ?? '{}');
const log = (/** @type {unknown} */ entry) => process.send?.({ log: entry });
const cluster = await startCluster(new URL('worker.mjs', import.meta.url), { ...options, log });
process.send?.({ started: cluster.workers });

cluster.on('ready', (worker) => process.send?.({ ready: worker }));
cluster.on('exit', (worker, exit) => process.send?.({ exit: worker, ...exit }));
cluster.on('message', (_worker, message) => process.send?.(message));
process.on(
  'message',
  async (/** @type {{ call: 'reload' | 'close' | 'metrics' | 'workers', number: number }} */ message) => {
    const { call, number } = message;
    try {
      const value = call === 'workers' ? cluster.workers : await cluster[call]();
      process.send?.({ number, value });
    } catch (error) {
      process.send?.({ number, error: /** @type {Error} */ (error).message });
    }
    // The channel would keep this process alive.
    if (call === 'close') process.disconnect();
  },
);
