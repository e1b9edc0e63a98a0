/**
 * @module Batches that wait for the code that runs now: answers given in the microtasks of one tick leave together. A process
 * that exits meanwhile sends them first.
 */

/** What can be flushed. */
export interface Flushable {
  flush(): void;
}

const due: Set<Flushable> = new Set();
let collecting: Flushable | undefined;

/**
 * Flushes it when the microtasks of this tick are done, in the context of who asks first. Each has a tick of its own: what
 * leaves brings about events, and none of another connection is to be met in this context.
 */
export function flushSoon(batch: Flushable): void {
  if (due.has(batch)) return;
  due.add(batch);
  process.nextTick(flushDue, batch);
}

/** Says which batch the code that runs now may be adding to, so that an exit in its midst doesn't lose it. */
export function collectInto(batch: Flushable | undefined): void {
  collecting = batch;
}

/** Loses nothing when the process exits. Node has written each response when `end()` returned. */
export function flushAtExit(): void {
  collecting?.flush();
  for (const batch of due) flushDue(batch);
}

function flushDue(batch: Flushable): void {
  if (due.delete(batch)) batch.flush();
}
