/**
 * @module Batches that wait for the running code to finish, so that responses from one tick's microtasks share a write.
 */

const { nextTick } = process;

export interface Flushable {
  flush(): void;
}

const due: Set<Flushable> = new Set();
let collecting: Flushable | undefined;

/**
 * Flushes a batch after this tick's microtasks. Each batch gets its own tick, so that no connection sees another's
 * context.
 */
export function flushSoon(batch: Flushable): void {
  if (due.has(batch)) return;
  due.add(batch);
  nextTick(flushDue, batch);
}

/** Registers the batch that running handlers may add to, so that `process.exit()` in a handler doesn't lose it. */
export function collectInto(batch: Flushable | undefined): void {
  collecting = batch;
}

/** Sends all batches on exit: Node would have written each response before `end()` returned. */
export function flushAtExit(): void {
  collecting?.flush();
  for (const batch of due) flushDue(batch);
}

function flushDue(batch: Flushable): void {
  if (due.delete(batch)) batch.flush();
}
