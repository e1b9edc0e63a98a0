import { readdirSync, readFileSync } from 'node:fs';

/**
 * What processes have taken so far, read from Linux's `/proc`; elsewhere nothing can be read.
 *
 * @typedef {object} Taken
 * @property {number} cpu User and system, in microseconds, to the hundredth of a second.
 * @property {number} rss In bytes.
 * @property {number} peakRss The sum of each one's own peak.
 */

/** A tick of `/proc/<pid>/stat`: USER_HZ is 100 wherever Node runs. */
const MICROSECONDS_PER_TICK = 10_000;

/** The processes that a process has started, and those that they have. @param {number} pid @returns {number[]} */
export function descendantsOf(pid) {
  try {
    const children = readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
      read(`/proc/${pid}/task/${thread}/children`).split(' ').filter(Boolean).map(Number),
    );
    return children.flatMap((child) => [child, ...descendantsOf(child)]);
  } catch {
    return [];
  }
}

/** @param {readonly number[]} pids @returns {Taken} */
export function takenBy(pids) {
  const sum = { cpu: 0, rss: 0, peakRss: 0 };
  for (const pid of pids) {
    const stat = read(`/proc/${pid}/stat`);
    // The second field is a name that may hold anything but ends with the last parenthesis.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    sum.cpu += (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * MICROSECONDS_PER_TICK;
    const status = read(`/proc/${pid}/status`);
    sum.rss += kilobytes(status, 'VmRSS');
    sum.peakRss += kilobytes(status, 'VmHWM');
  }
  return sum;
}

/** @param {string} status @param {string} name */
function kilobytes(status, name) {
  return Number(new RegExp(`^${name}:\\s*(\\d+) kB$`, 'm').exec(status)?.[1] ?? 0) * 1_024;
}

/** Nothing, when the process has ended. @param {string} file */
function read(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
