/**
 * @module Documented requests: the comment `// GET /users/7 Accept: text/html => 200 <b>Ada</b>` sends a request to `app` over a socket.
 * After the target may be a header or a JSON body, and after the status a header or the whole body of the response.
 */
import { request as sendRequest } from 'node:http';

const REQUEST =
  /^\s*\/\/ (?<method>[A-Z-]{3,}) (?<target>[/*]\S*)(?: (?<sent>.*?))? => (?<status>\d{3})(?: (?<expected>.*))?$/;
const HEADER = /^([A-Z][\w-]*): (.*)$/;

/** What a program without imports may use. */
const EXPORTS = [
  'createServer',
  'Router',
  'jsonBody',
  'formBody',
  'serveStatic',
  'cors',
  'shared',
  'compose',
];

/**
 * @typedef {object} DocumentedRequest
 * @property {string} method
 * @property {string} target
 * @property {Record<string, string>} headers
 * @property {string} body
 * @property {number} status
 * @property {string} expected
 */

/** @param {string} line @returns {DocumentedRequest | undefined} */
export function requestIn(line) {
  const { groups } = REQUEST.exec(line) ?? {};
  if (groups === undefined) return undefined;
  const { method = '', target = '', sent = '', status, expected = '' } = groups;
  const [, name, value = ''] = HEADER.exec(sent) ?? [];
  const headers = name === undefined ? jsonHeaders(sent) : { [name]: value };
  const body = name === undefined ? sent : '';
  return { method, target, headers, body, status: Number(status), expected };
}

/** @param {string} body @returns {Record<string, string>} */
function jsonHeaders(body) {
  if (body === '') return {};
  return { 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(body)) };
}

/**
 * What is left out of a program that starts with `app`: the import, and `const app = createServer()`.
 *
 * @param {string} code
 */
export function setUpOf(code) {
  if (/^import /m.test(code) || !/\bapp\b/.test(code)) return '';
  const declaresApp = /\b(?:const|let) app\b/.test(code);
  const names = EXPORTS.filter(
    (name) => new RegExp(`\\b${name}\\b`).test(code) || (name === 'createServer' && !declaresApp),
  );
  return `import { ${names.join(', ')} } from 'nextpress'; ${declaresApp ? '' : 'const app = createServer();'}`;
}

/**
 * Sends the request.
 *
 * @param {{ listen(port: number, callback: () => void): import('node:http').Server }} app
 * @param {DocumentedRequest} documented
 * @returns {Promise<string | undefined>} what differs from the documentation
 */
export async function tryRequest(app, { method, target, headers, body, status, expected }) {
  const server = await listening(app);
  try {
    const response = await send(server, { method, path: target, headers, agent: false }, body);
    const got = `${method} ${target}: expected ${status} ${expected}, got ${response.status}`;
    if (response.status !== status) return `${got} ${response.text}`;
    const [, name, value] = HEADER.exec(expected) ?? [];
    if (name !== undefined) {
      const actual = [response.headers[name.toLowerCase()] ?? []].flat();
      return actual.includes(value ?? '') ? undefined : `${got} ${name}: ${actual.join(', ')}`;
    }
    return expected === '' || response.text.trim() === expected ? undefined : `${got} ${response.text}`;
  } finally {
    server.close();
  }
}

/** @param {Parameters<typeof tryRequest>[0]} app @returns {Promise<import('node:http').Server>} */
function listening(app) {
  return new Promise((resolve) => {
    const server = app.listen(0, () => resolve(server));
  });
}

/**
 * @param {import('node:http').Server} server
 * @param {import('node:http').RequestOptions} options
 * @param {string} body
 * @returns {Promise<{ status: number | undefined, headers: import('node:http').IncomingHttpHeaders, text: string }>}
 */
function send(server, options, body) {
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return new Promise((resolve, reject) => {
    sendRequest({ ...options, host: '127.0.0.1', port }, async (response) => {
      let text = '';
      for await (const chunk of response.setEncoding('utf8')) text += chunk;
      resolve({ status: response.statusCode, headers: response.headers, text });
    })
      .on('error', reject)
      .end(body);
  });
}
