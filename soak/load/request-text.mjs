/** Requests as text: what an ordinary client sends, and less ordinary ones. */

/** @type {readonly string[]} */
const browser = [
  'User-Agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  'Accept: text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  'Accept-Language: en-GB,en;q=0.5',
  'Accept-Encoding: gzip, deflate, br',
  'Cookie: session=0123456789abcdef; theme=dark',
];

/**
 * @param {string} method
 * @param {string} kind
 * @param {number} id
 * @param {{ length?: number, fields?: readonly string[], version?: string }} [more] `length` is that of the answer
 */
export function headOf(
  method,
  kind,
  id,
  { length = 0, fields = id % 3 === 0 ? browser : [], version = '1.1' } = {},
) {
  const lines = [`${method} /${kind}/${id}?n=${length} HTTP/${version}`, 'Host: localhost', ...fields];
  return `${lines.join('\r\n')}\r\n\r\n`;
}
