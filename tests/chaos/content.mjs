/** Text of a size that only its name determines, so that a byte of another response is noticed. @param {string} name @param {number} size */
export function contentOf(name, size) {
  return contentBetween(name, 0, size);
}

/** Part of the text of `contentOf`. @param {string} name @param {number} start @param {number} end */
export function contentBetween(name, start, end) {
  const line = `${name}:`;
  const skipped = start % line.length;
  const size = end - start;
  return line.repeat(Math.ceil((skipped + size) / line.length)).slice(skipped, skipped + size);
}

/** The files that the application serves, by name, with their sizes. */
export const FILES = new Map([
  ['small.txt', 300],
  ['medium.txt', 40_000],
  ['large.txt', 600_000],
]);
