import { performance } from 'node:perf_hooks';
import { coresFor, watchCore } from './cores.mjs';
import { watchStolen } from './stolen.mjs';

/**
 * Reads the clocks when the window opens and closes.
 *
 * @param {import('./server.mjs').RunningServer} server
 * @param {import('./cores.mjs').Cores | undefined} cores
 * @param {number} [count] Of the cores that the server has.
 */
export function createMeter(server, cores, count = 1) {
  const watchGenerator = () => {
    const watched = [watchProcess(), ...(cores === undefined ? [] : [watchCore(cores.generator)])];
    return () => Math.max(...watched.map((share) => share()));
  };
  const [own] = count === 1 ? coresFor(1, cores) : [];
  const used = cores === undefined ? [] : [...new Set([...coresFor(count, cores), cores.generator])];
  let generator = () => 0;
  let core = () => 0;
  /** @type {() => number | undefined} */
  let stolen = () => undefined;
  let started = 0;
  /** @type {import('./server.mjs').Usage | undefined} */
  let before;
  let reading = {
    cpu: 0,
    /** In microseconds. */
    elapsed: 0,
    generatorBusy: 0,
    others: /** @type {number | undefined} */ (undefined),
    stolen: /** @type {number | undefined} */ (undefined),
    elu: /** @type {number | undefined} */ (undefined),
    gc: /** @type {{ time: number, count: number } | undefined} */ (undefined),
  };
  return {
    async begin() {
      before = await server.usage();
      started = performance.now();
      generator = watchGenerator();
      if (own !== undefined) core = watchCore(own);
      stolen = watchStolen(used);
    },
    async end() {
      const after = await server.usage();
      if (before === undefined) throw new Error('the window was closed before it was opened');
      const cpu = after.cpu - before.cpu;
      const elapsed = (performance.now() - started) * 1_000;
      reading = {
        cpu,
        elapsed,
        generatorBusy: generator(),
        others: own === undefined ? undefined : Math.max(0, core() - cpu / elapsed),
        stolen: stolen(),
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
