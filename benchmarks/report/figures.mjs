/** How numbers are written, the same in the page and in the documents. */

/** @typedef {import('./spread.mjs').Spread} Spread */

/** @param {number} value Rounded to what can be told apart. */
export function times(value) {
  return `${value.toFixed(value < 10 ? 2 : 1)}×`;
}

/** @param {Spread} spread Median (least–most). */
export function timesWithRange({ median, least, most }) {
  return `${median.toFixed(2)} (${least.toFixed(2)}–${most.toFixed(2)})`;
}

/** @param {number} value */
export function whole(value) {
  return Math.round(value).toLocaleString('en');
}

/** @param {number} value Written with two or three digits that count. */
export function short(value) {
  if (value >= 100) return whole(value);
  return value.toFixed(value >= 10 ? 1 : 2);
}

/** @param {number} share From 0 to 1. */
export function percent(share) {
  return `${Math.round(share * 100)} %`;
}

/** In bytes. */
export const megabyte = 1e6;

/** @param {number} bytes Without the unit. */
export function megabytes(bytes) {
  return whole(bytes / megabyte);
}

/** @param {readonly string[]} items `a, b and c`. */
export function list(items) {
  return items.length < 2 ? (items[0] ?? '') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;
}
