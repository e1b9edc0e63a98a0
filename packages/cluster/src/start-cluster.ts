import nodeCluster from 'node:cluster';
import { Cluster } from './cluster.ts';
import { type ClusterOptions, type ClusterSettings, readOptions } from './cluster-options.ts';
import { reusePortProblem } from './internal/primary/reuse-port.ts';
import { ownProgram, programOf } from './internal/primary/worker-program.ts';
import { currentWorker } from './internal/worker/current-worker.ts';

/**
 * Starts workers that share their ports: one per core, or the number in `workers`. With a function, the workers run
 * this program again and call the function; in them, `startCluster` returns `undefined`. With a file, they run the
 * file.
 *
 * @param worker - a function that listens, or the path or URL of a file that does
 * @returns the cluster, once all workers are ready
 * @throws TypeError if an option is invalid
 * @throws Error with the code `ERR_CRASH_LOOP` if workers crash before they are ready
 *
 * @example
 * import { createServer } from 'node:http';
 * import { startCluster } from '@nextpress/cluster';
 *
 * const cluster = await startCluster(
 *   () => {
 *     createServer((req, res) => res.end('hello')).listen(0);
 *   },
 *   { workers: 2, log: false },
 * );
 * await cluster?.close();
 */
export function startCluster(worker: URL | string, options?: ClusterOptions): Promise<Cluster>;
export function startCluster(worker: () => unknown, options?: ClusterOptions): Promise<Cluster | undefined>;
export async function startCluster(
  worker: URL | string | (() => unknown),
  options: ClusterOptions = {},
): Promise<Cluster | undefined> {
  if (nodeCluster.isWorker) return runWorker(worker);
  const settings = withoutDebugged(readOptions(options));
  const program = typeof worker === 'function' ? ownProgram(settings) : programOf(worker, settings);
  const reusePort = settings.reusePort && canReusePort(settings);
  // On Windows, connections cannot be passed on efficiently, so Node lets the workers accept.
  const isServed = settings.sticky || (!reusePort && process.platform !== 'win32');
  const cluster = new Cluster(settings, program, { isServed, reusePort });
  await cluster.started;
  return cluster;
}

async function runWorker(worker: unknown): Promise<undefined> {
  if (currentWorker() === undefined) {
    const remedy = 'Start this program as one process (with pm2: exec_mode "fork")';
    throw new Error(`startCluster() was called in a worker of another cluster. ${remedy}.`);
  }
  if (typeof worker !== 'function') {
    const remedy = 'Pass another file, or a function if both are in the same file';
    throw new Error(`startCluster() was called in one of its workers. ${remedy}.`);
  }
  await worker();
}

/** A worker paused at a breakpoint is not blocked. */
function withoutDebugged(settings: ClusterSettings): ClusterSettings {
  const flags = [...process.execArgv, process.env.NODE_OPTIONS ?? ''].join(' ');
  return flags.includes('--inspect') ? { ...settings, heartbeat: 0 } : settings;
}

function canReusePort({ log }: ClusterSettings): boolean {
  const problem = reusePortProblem();
  if (problem === undefined) return true;
  const message = `"reusePort" is not used: ${problem}`;
  log({ level: 'warn', message, worker: undefined, pid: undefined });
  return false;
}
