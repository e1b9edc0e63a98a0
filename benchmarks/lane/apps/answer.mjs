/**
 * The fair form of an answer in bare Node: the whole head at once, with Content-Length.
 *
 * @param {import('node:http').ServerResponse} res
 * @param {unknown} value
 */
export function answer(res, value) {
  const body = JSON.stringify(value);
  res.writeHead(200, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
  });
  res.end(body);
}
