import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** @typedef {{ server: number, generator: number }} Cores */

/** @type {Cores | undefined | null} `null` until `pinGenerator` ran. */
let cores = null;

/**
 * Pins this process, the load generator, to the last core it may use. Servers get the first one, which is rarely a
 * hyperthread of the last.
 *
 * @returns {Cores | undefined} undefined where `taskset` is missing or there is one core only
 */
export function pinGenerator() {
  if (cores !== null) return cores;
  const allowed = allowedCores();
  const [server, generator] = [allowed[0], allowed.at(-1)];
  const isPinned =
    server !== undefined &&
    server !== generator &&
    spawnSync('taskset', ['-apc', `${generator}`, `${process.pid}`]).status === 0;
  cores = isPinned ? { server, generator: Number(generator) } : undefined;
  return cores;
}

/** Prefixes a server's command with `taskset`, if the generator is pinned. @param {readonly string[]} command */
export function onServerCore(command) {
  const pinned = pinGenerator();
  return pinned === undefined ? command : ['taskset', '-c', `${pinned.server}`, ...command];
}

/** Containers may use fewer cores than the machine has. */
function allowedCores() {
  if (process.platform !== 'linux') return [];
  const list = /^Cpus_allowed_list:\s*(.*)$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? '';
  return list.split(',').flatMap((range) => {
    const [first = 0, last = first] = range.split('-').map(Number);
    return Array.from({ length: last - first + 1 }, (_, index) => first + index);
  });
}
