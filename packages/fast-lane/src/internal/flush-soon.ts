/**
 * @module Batches that wait for the code that runs now: answers given in the microtasks of one tick leave together. A process
 * that exits meanwhile sends them first.
 */

/** What can be flushed. */
export interface Flushable {
  flush(): void;
}

let due: Flushable[] = [];
let collecting: Flushable | undefined;

/** Flushes it when the microtasks of this tick are done. */
export function flushSoon(batch: Flushable): void {
  if (due.length === 0) process.nextTick(flushDue);
  due.push(batch);
}

/** Says which batch the code that runs now may be adding to, so that an exit in its midst doesn't lose it. */
export function collectInto(batch: Flushable | undefined): void {
  collecting = batch;
}

/** Loses nothing when the process exits. Node has written each response when `end()` returned. */
export function flushAtExit(): void {
  collecting?.flush();
  flushDue();
}

function flushDue(): void {
  const batches = due;
  due = [];
  for (const [index, batch] of batches.entries()) {
    try {
      batch.flush();
    } catch (error) {
      // What comes behind it is sent all the same.
      for (const other of batches.slice(index + 1)) flushSoon(other);
      throw error;
    }
  }
}
