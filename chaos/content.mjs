/** Text of a size that only its name determines, so that a byte of another response is noticed. @param {string} name @param {number} size */
export function contentOf(name, size) {
  const line = `${name}:`;
  return line.repeat(Math.ceil(size / line.length)).slice(0, size);
}

/** The files that the application serves, by name, with their sizes. */
export const FILES = new Map([
  ['small.txt', 300],
  ['medium.txt', 40_000],
  ['large.txt', 600_000],
]);
