import { chunkEnds, chunkSizes, encodingNames, encodingValues, lastChunks } from './words.mjs';

/** @typedef {import('../random.mjs').Random} Random */

/** A body with its Content-Length, right or wrong by a few bytes. @param {Random} random @param {string[]} lines */
export function declared(random, lines) {
  const body = content(random);
  const wrong = random.chance(0.04) ? random.pick([-2, -1, 1, 2, 10]) : 0;
  const name = random.pick(['Content-Length', 'Content-Length', 'content-length', 'CONTENT-LENGTH']);
  const space = random.pick([' ', ' ', ' ', '', '  ']);
  lines.splice(random.below(lines.length + 1), 0, `${name}:${space}${Math.max(0, body.length + wrong)}`);
  return body;
}

/** A chunked body, in good form or not. @param {Random} random @param {string[]} lines @param {boolean} good */
export function chunked(random, lines, good) {
  const name = good ? 'Transfer-Encoding' : random.pick(encodingNames);
  const value = good ? 'chunked' : random.pick(encodingValues);
  lines.splice(random.below(lines.length + 1), 0, `${name}: ${value}`);
  const chunks = Array.from({ length: random.below(4) }, () => {
    if (good || random.chance(0.7)) {
      const data = random.pick([
        'hello',
        'h',
        '\r\n\r\n',
        '0\r\n\r\n',
        'x'.repeat(random.below(100) + 1),
        '\xff\0\x80',
      ]);
      const size = data.length.toString(16);
      return `${random.chance(0.3) ? size.toUpperCase() : size}${random.chance(0.1) ? ';ext=1' : ''}\r\n${data}\r\n`;
    }
    return `${random.pick(chunkSizes)}${random.pick(chunkEnds)}hello${random.pick(chunkEnds)}`;
  });
  const last = good ? random.pick(lastChunks.slice(0, 4)) : random.pick(lastChunks);
  return chunks.join('') + (good && random.chance(0.2) ? '0\r\nX-Sum: 1\r\nx-case: 2\r\n\r\n' : last);
}

/** @param {Random} random */
function content(random) {
  return random.weigh([
    [4, () => '{"a":1}'],
    [3, () => 'hello'],
    [1, () => ''],
    [2, () => 'x'.repeat(random.below(200))],
    [1, () => '\0\xff\r\n\r\n'],
    [1, () => 'GET /inner HTTP/1.1\r\nHost: a\r\n\r\n'],
    [0.5, () => 'body '.repeat(random.below(1_000))],
    [0.1, () => 'large '.repeat(random.between(2_000, 8_000))],
  ]);
}
