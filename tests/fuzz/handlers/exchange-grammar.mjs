import { generateProgram } from './program-grammar.mjs';

/** @typedef {import('../random.mjs').Random} Random */

const methods = ['GET', 'GET', 'GET', 'GET', 'HEAD', 'POST', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
const withBody = new Set(['POST', 'PUT', 'PATCH']);
const bodies = ['', '{"name":"Ann"}', 'a=1&b=2', 'x'.repeat(700), '\u00e9\u00ff\u0000'];
const fields = [
  ...['User-Agent: fuzz', 'Accept: */*', 'Cookie: a=1; b=2', 'Cookie: c=3', 'X-One: 1', 'x-one: 2'],
  ...['Connection: keep-alive', 'Accept-Encoding: gzip', 'X-Latin: \u00e9', 'If-None-Match: "a-1"'],
];

/** Headers with which the fast lane hands a request to Node. */
const oddFields = [
  'Connection: close',
  'Connection: Keep-Alive',
  'TE: trailers',
  'Expect: 100-continue',
  'Upgrade: x',
];

/** Makes an exchange. @param {Random} random @returns {import('./exchange.mjs').Exchange} */
export function generateExchange(random) {
  const count = random.chance(0.35) ? 1 : random.between(2, random.chance(0.8) ? 4 : 8);
  const requests = Array.from({ length: count }, (_, index) => ({
    text: request(random, index, index === count - 1),
    program: generateProgram(random),
  }));
  return {
    requests,
    cuts: cuts(
      random,
      requests.map(({ text }) => text.length),
    ),
    pause: random.pick([0, 1, 3, 10]),
    farewell: random.pick(/** @type {const} */ (['wait', 'wait', 'wait', 'fin', 'destroy'])),
    patience: random.pick([0, 1, 2, 5, 50]),
  };
}

/** @param {Random} random @param {number} index @param {boolean} last */
function request(random, index, last) {
  const method = random.pick(methods);
  const lines = ['Host: a', ...fields.filter(() => random.chance(0.25))];
  if (random.chance(last ? 0.12 : 0.02)) lines.push(random.pick(oddFields));
  const head = `${method} /${index}?q=${random.below(10)} HTTP/1.1\r\n`;
  if (!withBody.has(method)) return `${head}${lines.join('\r\n')}\r\n\r\n`;
  const body = random.pick(bodies);
  if (random.chance(0.05)) {
    const chunk = body === '' ? '' : `${body.length.toString(16)}\r\n${body}\r\n`;
    return `${head}${[...lines, 'Transfer-Encoding: chunked'].join('\r\n')}\r\n\r\n${chunk}0\r\n\r\n`;
  }
  return `${head}${[...lines, `Content-Length: ${body.length}`].join('\r\n')}\r\n\r\n${body}`;
}

/** @param {Random} random @param {number[]} lengths of the requests */
function cuts(random, lengths) {
  if (random.chance(0.6)) return [];
  const total = lengths.reduce((sum, length) => sum + length, 0);
  if (random.chance(0.4)) {
    let end = 0;
    return lengths.map((length) => (end += length));
  }
  return Array.from({ length: random.between(1, 3) }, () => random.below(total)).sort((a, b) => a - b);
}
