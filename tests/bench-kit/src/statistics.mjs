/**
 * @typedef {readonly [low: number, median: number, high: number]} Spread The quartiles; for fewer than four values the
 *   extremes.
 */

/** @param {readonly number[]} values @param {number} share From 0 to 1. */
export function quantile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  const place = share * (sorted.length - 1);
  const below = sorted[Math.floor(place)] ?? Number.NaN;
  return below + (place % 1) * ((sorted[Math.ceil(place)] ?? Number.NaN) - below);
}

/** @param {readonly number[]} values */
export const median = (values) => quantile(values, 0.5);

/** @param {readonly number[]} values @returns {Spread} */
export function spreadOf(values) {
  const edge = values.length < 4 ? 0 : 0.25;
  return [quantile(values, edge), median(values), quantile(values, 1 - edge)];
}

/**
 * A seeded generator of numbers from 0 to 1 (mulberry32): every run sends the same requests.
 *
 * @param {number} seed
 */
export function createRandom(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * Returns the items in random order.
 *
 * @template Item
 * @param {readonly Item[]} items
 * @param {() => number} [random]
 */
export function shuffle(items, random = Math.random) {
  const shuffled = [...items];
  for (let last = shuffled.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [shuffled[last], shuffled[other]] = /** @type {[Item, Item]} */ ([shuffled[other], shuffled[last]]);
  }
  return shuffled;
}
