import { closeSync, openSync, unlinkSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const STEP = 20;
const BLOCK = Buffer.alloc(65_536);

/** @type {import('./fault.mjs').Fault} */
export const diskFull = {
  name: 'disk-full',
  about: 'the disk with the journals and uploads is full (ENOSPC)',
  whyNot: ({ disk }) =>
    disk === undefined ? 'a small disk needs Linux, unshare and the right to mount' : undefined,
  async inject({ disk, instances, tally, milliseconds }) {
    const path = join(/** @type {string} */ (disk), 'filler');
    for (const { number } of instances) {
      tally.expectFailures(number, ({ kind, isStored }) => isStored || kind === 'ready');
    }
    const file = openSync(path, 'w');
    const end = performance.now() + milliseconds;
    while (performance.now() < end) {
      // Uploads that end give room again.
      fill(file);
      await wait(STEP);
    }
    closeSync(file);
    unlinkSync(path);
  },
};

/** @param {number} file */
function fill(file) {
  try {
    while (writeSync(file, BLOCK) > 0);
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'ENOSPC') throw error;
  }
}
