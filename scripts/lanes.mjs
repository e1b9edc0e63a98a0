import { availableParallelism } from 'node:os';

/**
 * Does the work for every item, as many at a time as there are processors.
 *
 * @template Item, Result
 * @param {readonly Item[]} items
 * @param {(item: Item, index: number) => Promise<Result>} work
 * @returns {Promise<Result[]>} in the order of the items
 */
export async function inLanes(items, work) {
  /** @type {Result[]} */
  const results = [];
  const queue = [...items.entries()];
  const lane = async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const [index, item] = next;
      results[index] = await work(item, index);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, lane));
  return results;
}
