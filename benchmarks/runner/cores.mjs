import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';

/**
 * Who computes where.
 *
 * @typedef {object} Cores
 * @property {readonly number[]} servers
 * @property {number} generator
 */

/** @type {Cores | undefined | null} `null` until it is known. */
let known = null;

/**
 * Gives this process, which makes the load, the last core where `taskset` can, and the others to the servers. The
 * first and the last core are seldom two threads of one.
 *
 * @returns {Cores | undefined} nothing where processes can't be kept to cores
 */
export function divideCores() {
  if (known === null) known = divide();
  return known;
}

function divide() {
  const allowed = allowedCores();
  const generator = allowed.at(-1);
  if (generator === undefined || allowed.length < 2) return undefined;
  const pinned = spawnSync('taskset', ['-apc', `${generator}`, `${process.pid}`]).status === 0;
  return pinned ? { servers: allowed.slice(0, -1), generator } : undefined;
}

/**
 * The servers' cores; where there are too few, the generator's as well.
 *
 * @param {number} count
 * @param {Cores | undefined} cores
 */
export function coresFor(count, cores) {
  if (cores === undefined) return [];
  return [...cores.servers, cores.generator].slice(0, count);
}

/** The command, kept to these cores; to any when there are none. @param {readonly number[]} cores @param {readonly string[]} command */
export function onCores(cores, command) {
  return cores.length === 0 ? command : ['taskset', '-c', cores.join(','), ...command];
}

/**
 * Begins to watch a core, whoever computes there.
 *
 * @param {number} core
 * @returns {() => number} the share of the time since then in which it was busy
 */
export function watchCore(core) {
  const times = () => {
    const { user = 0, nice = 0, sys = 0, irq = 0, idle = 0 } = cpus()[core]?.times ?? {};
    const busy = user + nice + sys + irq;
    return { busy, whole: busy + idle };
  };
  const before = times();
  return () => {
    const after = times();
    return (after.busy - before.busy) / Math.max(1, after.whole - before.whole);
  };
}

/** What this process may use: containers have less than the machine. */
function allowedCores() {
  if (process.platform !== 'linux') return [];
  const list = /^Cpus_allowed_list:\s*(.*)$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? '';
  return list.split(',').flatMap((range) => {
    const [first = 0, last = first] = range.split('-').map(Number);
    return Array.from({ length: last - first + 1 }, (_, index) => first + index);
  });
}
