import { readFileSync } from 'node:fs';

/** Its place in a core's line of `/proc/stat`, see proc_stat(5); what comes behind it is counted elsewhere in the line too. */
const STEAL = 8;

/**
 * Begins to watch what the host of a virtual machine takes of its cores: time in which somebody wanted to compute and
 * no core was there. It counts as nobody's processor time, and makes everything around it slower.
 *
 * @param {readonly number[]} watched
 * @returns {() => number | undefined} the share of the time since then on the core that lost most; nothing where the
 *   system doesn't tell
 */
export function watchStolen(watched) {
  const before = timesOf(watched);
  return () => {
    const after = timesOf(watched);
    const shares = after.flatMap((now, index) => {
      const then = before[index];
      return now === undefined || then === undefined
        ? []
        : [(now.stolen - then.stolen) / Math.max(1, now.whole - then.whole)];
    });
    return shares.length === 0 ? undefined : Math.max(...shares);
  };
}

/** @param {readonly number[]} watched */
function timesOf(watched) {
  if (process.platform !== 'linux') return [];
  const text = readFileSync('/proc/stat', 'utf8');
  return watched.map((core) => coreTimes(text, core));
}

/**
 * In ticks of the system's clock, since it has begun.
 *
 * @param {string} text Of `/proc/stat`.
 * @param {number} core
 * @returns {{ stolen: number, whole: number } | undefined} nothing for a core or a system that has no such line
 */
export function coreTimes(text, core) {
  const line = text.split('\n').find((line) => line.startsWith(`cpu${core} `));
  const ticks =
    line
      ?.split(' ')
      .slice(1, STEAL + 1)
      .map(Number) ?? [];
  const stolen = ticks[STEAL - 1];
  return stolen === undefined ? undefined : { stolen, whole: ticks.reduce((sum, each) => sum + each, 0) };
}
