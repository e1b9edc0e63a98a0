// What a browser sends: ten fields besides what the method needs, with `Connection`.
const fields = [
  'Host: localhost:3000',
  'Cache-Control: max-age=0',
  'User-Agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  'Accept: text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8',
  'Accept-Encoding: gzip, deflate, br, zstd',
  'Accept-Language: en-GB,en;q=0.9,de;q=0.8',
  'Sec-Fetch-Mode: navigate',
  'Upgrade-Insecure-Requests: 1',
  'Cookie: theme=dark; sid=s%3Aj4f8Q2nV7xKpT1mB.9cD0eR',
];

/** @param {string} target @param {string} [version] @param {string} [connection] */
export const get = (target, version = 'HTTP/1.1', connection = 'keep-alive') =>
  request(`GET ${target} ${version}`, [], '', connection);

/** As a proxy sends them: each with a field that no other has. @param {string} target @param {number} count */
export const getVaried = (target, count) =>
  Array.from({ length: count }, (_, index) =>
    request(`GET ${target} HTTP/1.1`, [
      `X-Request-Id: ${(index * 2_654_435_761).toString(16).padStart(12, '0')}`,
    ]),
  );

/** @param {string} target @param {string} body */
export const post = (target, body) =>
  request(
    `POST ${target} HTTP/1.1`,
    ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`],
    body,
  );

/** @param {string} target @param {string} body */
export const postChunked = (target, body) =>
  request(
    `POST ${target} HTTP/1.1`,
    ['Content-Type: application/json', 'Transfer-Encoding: chunked'],
    `${Buffer.byteLength(body).toString(16)}\r\n${body}\r\n0\r\n\r\n`,
  );

/** @param {string} line @param {readonly string[]} more @param {string} [body] @param {string} [connection] */
function request(line, more, body = '', connection = 'keep-alive') {
  return Buffer.from([line, ...fields, `Connection: ${connection}`, ...more, '', body].join('\r\n'));
}

/** An order of 1,024 bytes. */
export const order = JSON.stringify({
  id: 4711,
  customer: { name: 'Ada Lovelace', street: 'Marylebone Road 42', city: 'London' },
  items: Array.from({ length: 9 }, (_, index) => ({
    sku: `SKU-${1000 + index}`,
    title: `Thing number ${index}`,
    quantity: index + 1,
    price: 9.5 + index,
  })),
  note: 'Please ring twice. '.repeat(12).padEnd(283, '.'),
});
