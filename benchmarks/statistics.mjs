/** @param {readonly number[]} values */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2;
}

/**
 * The value below which a share of the values lies, between the nearest two where it falls between them.
 *
 * @param {readonly number[]} values
 * @param {number} share From 0 to 1.
 */
export function quantile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  const place = share * (sorted.length - 1);
  const below = sorted[Math.floor(place)] ?? Number.NaN;
  return below + (place % 1) * ((sorted[Math.ceil(place)] ?? Number.NaN) - below);
}

/**
 * Where the middle half of the values lies.
 *
 * @typedef {{ median: number, low: number, high: number }} Spread `low` and `high` are the quartiles; of fewer than four
 *   values, which have none worth the name, the least and the most.
 *
 * @param {readonly number[]} values
 * @returns {Spread}
 */
export function spreadOf(values) {
  const edge = values.length < 4 ? 0 : 0.25;
  return { median: median(values), low: quantile(values, edge), high: quantile(values, 1 - edge) };
}

/**
 * The same items in a random order.
 *
 * @template Item
 * @param {readonly Item[]} items
 */
export function shuffle(items) {
  return items
    .map((item) => /** @type {const} */ ([Math.random(), item]))
    .sort(([a], [b]) => a - b)
    .map(([, item]) => item);
}
