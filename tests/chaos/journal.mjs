import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';

/**
 * A file with one line per order. A line that `write` has accepted survives the death of the process.
 *
 * @param {string} path
 */
export function openJournal(path) {
  const file = openSync(path, 'a');
  return {
    /** @param {object} record @throws When the disk does not take all of it. */
    append(record) {
      // The first line break ends what a full disk has left of an earlier record.
      const bytes = Buffer.from(`\n${JSON.stringify(record)}\n`);
      const written = writeSync(file, bytes);
      if (written < bytes.length) throw Object.assign(new Error('short write'), { code: 'ENOSPC' });
    },
    close() {
      closeSync(file);
    },
  };
}

/** How often each id is in the journals. @param {readonly string[]} paths @returns {Map<string, number>} */
export function readJournals(paths) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const line of paths.flatMap((path) => readFileSync(path, 'utf8').split('\n'))) {
    const id = idOf(line);
    if (id !== undefined) counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return counts;
}

/** @param {string} line @returns {string | undefined} */
function idOf(line) {
  try {
    return JSON.parse(line).id;
  } catch {
    return undefined;
  }
}
