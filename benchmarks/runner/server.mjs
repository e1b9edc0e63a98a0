import { fileURLToPath } from 'node:url';
import { compileGo } from './go.mjs';
import { startProcess } from './process.mjs';
import { descendantsOf, takenBy } from './process-tree.mjs';
import { Unavailable } from './unavailable.mjs';

/**
 * Who is measured, in a scenario.
 *
 * @typedef {object} Contender
 * @property {string} name
 * @property {import('../servers.mjs').Server['runtime']} runtime
 * @property {string} path Of its file.
 * @property {readonly string[]} [execArgv] Options for Node, before the file: a loader for example.
 *
 * @typedef {object} Runtimes Paths of executables; Bun and Deno only where they are there.
 * @property {string} node
 * @property {string} [bun]
 * @property {string} [deno]
 *
 * @typedef {object} Usage What a server has taken so far, with its children.
 * @property {number} cpu In microseconds.
 * @property {number} rss
 * @property {number} peakRss
 * @property {number} [heap]
 * @property {number} [idle] Of the event loop, in milliseconds; and `active`.
 * @property {number} [active]
 * @property {{ time: number, count: number }} [collections]
 *
 * @typedef {object} RunningServer
 * @property {number} port
 * @property {() => Promise<Usage>} usage
 * @property {() => Promise<{ rss: number, heap?: number }>} collect Garbage, and say what is left.
 * @property {() => Promise<void>} stop
 */

const host = fileURLToPath(new URL('host.mjs', import.meta.url));

/**
 * Starts a server and waits until it listens.
 *
 * @param {Contender} contender
 * @param {string} scenario
 * @param {readonly string[]} command From {@link commandOf}.
 * @param {{ cores?: readonly number[], measures?: readonly string[] }} [options]
 * @returns {Promise<RunningServer>}
 * @throws Unavailable when this machine can't run it
 */
export async function startServer(contender, scenario, command, { cores = [], measures = [] } = {}) {
  const label = `${contender.name}, ${scenario}`;
  const { pid, first, ask, stop } = await startProcess(label, [...command, scenario, measures.join(',')], {
    cores,
  });
  if (first.unavailable !== undefined) {
    await stop();
    throw new Unavailable(first.unavailable);
  }
  const speaks = contender.runtime !== 'go';
  /** @returns {Promise<Usage>} */
  const usage = async () => {
    const others = takenBy([...(speaks ? [] : [pid]), ...descendantsOf(pid)]);
    /** @type {Usage} */
    const own = speaks ? await ask('usage') : { cpu: 0, rss: 0, peakRss: 0 };
    return {
      ...own,
      cpu: own.cpu + others.cpu,
      rss: own.rss + others.rss,
      peakRss: own.peakRss + others.peakRss,
    };
  };
  const collect = async () => {
    const others = takenBy([...(speaks ? [] : [pid]), ...descendantsOf(pid)]);
    const own = speaks ? await ask('memory') : { rss: 0 };
    return { ...own, rss: own.rss + others.rss };
  };
  return { port: first.port, usage, collect, stop };
}

/**
 * What starts a server; compiled where it must be.
 *
 * @param {Contender} contender
 * @param {Runtimes} runtimes
 * @throws Unavailable when this machine can't run it
 */
export function commandOf(contender, runtimes) {
  const { runtime, path } = contender;
  if (runtime !== 'go') return [...interpreterOf({ ...contender, runtime }, runtimes), host, path];
  if (process.platform !== 'linux') throw new Unavailable('its processor time is read on Linux only');
  return [compileGo(path)];
}

/**
 * What runs a module in the server's runtime.
 *
 * @param {{ runtime: Exclude<Contender['runtime'], 'go'>, execArgv?: readonly string[] }} contender
 * @param {Runtimes} runtimes
 * @throws Unavailable when this machine can't run it
 */
export function interpreterOf({ runtime, execArgv = [] }, { node, bun, deno }) {
  if (runtime === 'node') return [node, '--expose-gc', ...execArgv];
  const executable = runtime === 'bun' ? bun : deno;
  if (executable === undefined) throw new Unavailable(`${runtime} is not installed`);
  return runtime === 'bun' ? [executable] : [executable, 'run', '-A', '--v8-flags=--expose-gc'];
}
