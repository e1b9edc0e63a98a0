/** @typedef {import('./client.mjs').Exchange} Exchange */

/**
 * How one run differs from another, as text for a person; empty when they are alike.
 *
 * @param {readonly Exchange[]} expected
 * @param {readonly Exchange[]} seen
 */
export function differencesBetween(expected, seen) {
  const count = Math.max(expected.length, seen.length);
  return Array.from({ length: count }, (_, at) => differenceBetween(expected[at], seen[at])).filter(
    (each) => each !== undefined,
  );
}

/** @param {Exchange | undefined} expected @param {Exchange | undefined} seen */
function differenceBetween(expected, seen) {
  const before = linesOf(expected);
  const after = linesOf(seen);
  if (before.join('\n') === after.join('\n')) return undefined;
  const missing = before.filter((line) => !after.includes(line));
  const added = after.filter((line) => !before.includes(line));
  const title = expected?.request ?? seen?.request;
  return [title, ...missing.map((line) => `  - ${line}`), ...added.map((line) => `  + ${line}`)].join('\n');
}

/** @param {Exchange | undefined} exchange */
function linesOf(exchange) {
  if (exchange === undefined) return ['(not sent)'];
  const { request, status, headers, body } = exchange;
  return [request, status, ...headers, ...body.split('\n')];
}
