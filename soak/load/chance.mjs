/** @param {number} least @param {number} most inclusive */
export function between(least, most) {
  return least + Math.floor(Math.random() * (most - least + 1));
}

/** @template Item @param {readonly Item[]} items @returns {Item} */
export function pick(items) {
  return /** @type {Item} */ (items[between(0, items.length - 1)]);
}

/** @param {number} probability */
export function happens(probability) {
  return Math.random() < probability;
}
