import { availableParallelism } from 'node:os';

/**
 * Processes items in parallel, one per processor at once.
 *
 * @template Item, Result
 * @param {readonly Item[]} items
 * @param {(item: Item, index: number, job: number) => Promise<Result>} work `job` numbers what runs at the same time.
 * @returns {Promise<Result[]>} In the order of the items.
 */
export async function inParallel(items, work) {
  /** @type {Result[]} */
  const results = [];
  const rest = items.entries();
  await Promise.all(
    Array.from({ length: availableParallelism() }, async (_, job) => {
      for (const [index, item] of rest) results[index] = await work(item, index, job);
    }),
  );
  return results;
}
