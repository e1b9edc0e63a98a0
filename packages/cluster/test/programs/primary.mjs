// Starts a cluster with the options in the first argument, and follows its parent's messages.
import { startCluster } from '@nextpress/cluster';

/** The parent process may be gone. @param {any} message */
const send = (message) => process.send?.(message, undefined, undefined, () => {});

const options = JSON.parse(process.argv[2] ?? '{}');
const log = (/** @type {unknown} */ entry) => send({ log: entry });
const cluster = await startCluster(new URL('worker.mjs', import.meta.url), { ...options, log });
send({ started: cluster.workers });

cluster.on('ready', (worker) => send({ ready: worker }));
cluster.on('exit', (worker, exit) => send({ exit: worker, ...exit }));
cluster.on('message', (_worker, message) => send(message));
process.on(
  'message',
  async (/** @type {{ call: 'reload' | 'close' | 'metrics' | 'workers', number: number }} */ message) => {
    const { call, number } = message;
    try {
      const value = call === 'workers' ? cluster.workers : await cluster[call]();
      send({ number, value });
    } catch (error) {
      send({ number, error: /** @type {Error} */ (error).message });
    }
    // The channel would keep this process alive. The results of other calls are sent first.
    if (call === 'close') setImmediate(() => process.disconnect());
  },
);
