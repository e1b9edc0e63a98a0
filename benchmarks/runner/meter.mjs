import { performance } from 'node:perf_hooks';
import { watchCore } from './cores.mjs';

/**
 * Reads the clocks when the window opens and closes.
 *
 * @param {import('./server.mjs').RunningServer} server
 * @param {import('./cores.mjs').Cores | undefined} cores
 */
export function createMeter(server, cores) {
  const watchGenerator = () => {
    const watched = [watchProcess(), ...(cores === undefined ? [] : [watchCore(cores.generator)])];
    return () => Math.max(...watched.map((share) => share()));
  };
  let generator = () => 0;
  let started = 0;
  /** @type {import('./server.mjs').Usage | undefined} */
  let before;
  let reading = {
    cpu: 0,
    /** In microseconds. */
    elapsed: 0,
    generatorBusy: 0,
    elu: /** @type {number | undefined} */ (undefined),
    gc: /** @type {{ time: number, count: number } | undefined} */ (undefined),
  };
  return {
    async begin() {
      before = await server.usage();
      started = performance.now();
      generator = watchGenerator();
    },
    async end() {
      const after = await server.usage();
      if (before === undefined) throw new Error('the window was closed before it was opened');
      reading = {
        cpu: after.cpu - before.cpu,
        elapsed: (performance.now() - started) * 1_000,
        generatorBusy: generator(),
        elu: utilisation(before, after),
        gc: collectionsBetween(before, after),
      };
    },
    read: () => reading,
  };
}

/** The share of the time that this process computes from now on. */
function watchProcess() {
  const started = performance.now();
  const before = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / ((performance.now() - started) * 1_000);
  };
}

/** @param {import('./server.mjs').Usage} before @param {import('./server.mjs').Usage} after */
function utilisation(before, after) {
  const active = (after.active ?? 0) - (before.active ?? 0);
  const whole = active + (after.idle ?? 0) - (before.idle ?? 0);
  return whole > 0 ? active / whole : undefined;
}

/** @param {import('./server.mjs').Usage} before @param {import('./server.mjs').Usage} after */
function collectionsBetween({ collections: before }, { collections: after }) {
  if (before === undefined || after === undefined) return undefined;
  return { time: after.time - before.time, count: after.count - before.count };
}
