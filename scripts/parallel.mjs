import { availableParallelism } from 'node:os';

/**
 * Processes items in parallel, one per processor.
 *
 * @template Item, Result
 * @param {readonly Item[]} items
 * @param {(item: Item, index: number) => Promise<Result>} work
 * @returns {Promise<Result[]>} In the order of the items.
 */
export async function inParallel(items, work) {
  /** @type {Result[]} */
  const results = [];
  const queue = [...items.entries()];
  const worker = async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const [index, item] = next;
      results[index] = await work(item, index);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
  return results;
}
