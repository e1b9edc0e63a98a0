/** @typedef {import('../random.mjs').Random} Random */

/** Bytes at which readers disagree. */
const interesting = [
  '\r',
  '\n',
  '\r\n',
  ' ',
  '\t',
  ':',
  ',',
  ';',
  '\0',
  '\x7f',
  '\x80',
  '\xff',
  '0',
  '9',
  '\x0b',
  '\x0c',
  '"',
  '/',
];

/** Changes a few bytes. @param {Random} random @param {string} text @param {string} other to splice with */
export function mutate(random, text, other) {
  let result = text;
  for (let count = random.pick([1, 1, 1, 2, 3, 6]); count > 0; count--)
    result = mutateOnce(random, result, other);
  return result;
}

/** @param {Random} random @param {string} text @param {string} other @returns {string} */
function mutateOnce(random, text, other) {
  const at = random.below(text.length + 1);
  const length = random.pick([1, 1, 2, 5, random.below(40)]);
  const before = text.slice(0, at);
  const after = text.slice(at);
  return random.weigh([
    [
      4,
      () => before + String.fromCharCode(text.charCodeAt(at) ^ (1 << random.below(8)) || 0) + after.slice(1),
    ],
    [3, () => before + String.fromCharCode(random.below(256)) + after.slice(1)],
    [4, () => before + random.pick(interesting) + after],
    [3, () => before + random.pick(interesting) + after.slice(1)],
    [4, () => before + after.slice(length)],
    [2, () => before + after.slice(0, length) + after],
    [1, () => before + other.slice(random.below(other.length + 1)).slice(0, length) + after],
    [1, () => before + other.slice(random.below(other.length + 1))],
    [1, () => before],
  ]);
}
