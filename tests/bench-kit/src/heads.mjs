/** @module Raw HTTP/1.1 requests whose heads differ as those of real clients do. */

import { createRandom } from './statistics.mjs';

/** How many different heads the varied load sends. */
export const HEADS = 4_096;

/**
 * @typedef {object} Request
 * @property {string} method
 * @property {string} path
 * @property {Readonly<Record<string, string>>} [headers]
 * @property {string} [body]
 * @property {boolean} [chunked] Sends the body with `Transfer-Encoding: chunked`.
 * @property {'1.0' | '1.1'} [version]
 * @property {'keep-alive' | 'close'} [connection]
 */

const CHROME = [
  'Windows NT 10.0; Win64; x64',
  'Macintosh; Intel Mac OS X 10_15_7',
  'X11; Linux x86_64',
  'Linux; Android 10; K',
];
const LANGUAGES = [
  'en-US,en;q=0.9',
  'en-GB,en;q=0.9,de;q=0.8',
  'de-DE,de;q=0.9,en;q=0.5',
  'fr-FR,fr;q=0.8',
  'ja',
];
const ACCEPT = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8';

/** @typedef {(pick: Pick) => string[]} Client Returns header lines. */
/** @typedef {{ one<Item>(items: readonly Item[]): Item, number(limit: number): number, hex(digits: number): string }} Pick */

/** @type {readonly Client[]} Repeated entries are more frequent. */
const CLIENTS = [chrome, chrome, chrome, firefox, safari, mobileApp, service];

/** @type {Client} */
function chrome({ one, number, hex }) {
  const version = 130 + number(14);
  return [
    'Connection: keep-alive',
    `sec-ch-ua: "Chromium";v="${version}", "Google Chrome";v="${version}", "Not?A_Brand";v="99"`,
    'sec-ch-ua-mobile: ?0',
    'Upgrade-Insecure-Requests: 1',
    `User-Agent: Mozilla/5.0 (${one(CHROME)}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version}.0.0.0 Safari/537.36`,
    `Accept: ${ACCEPT}`,
    'Sec-Fetch-Site: same-origin',
    'Sec-Fetch-Mode: navigate',
    'Accept-Encoding: gzip, deflate, br, zstd',
    `Accept-Language: ${one(LANGUAGES)}`,
    `Cookie: _ga=GA1.1.${number(1e9)}.${1_700_000_000 + number(5e7)}; theme=${one(['dark', 'light'])}; sid=${hex(32)}`,
  ];
}

/** @type {Client} */
function firefox({ one, number, hex }) {
  const version = 128 + number(16);
  return [
    `User-Agent: Mozilla/5.0 (${one(CHROME)}; rv:${version}.0) Gecko/20100101 Firefox/${version}.0`,
    `Accept: ${ACCEPT}`,
    `Accept-Language: ${one(LANGUAGES)}`,
    'Accept-Encoding: gzip, deflate, br, zstd',
    'Connection: keep-alive',
    `Cookie: sid=${hex(32)}; consent=${one(['all', 'none'])}`,
    'Priority: u=0, i',
  ];
}

/** @type {Client} */
function safari({ one, number, hex }) {
  return [
    `Accept: ${ACCEPT}`,
    'Accept-Encoding: gzip, deflate, br',
    `User-Agent: Mozilla/5.0 (iPhone; CPU iPhone OS ${16 + number(3)}_${number(7)} like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/${16 + number(3)}.0 Mobile/15E148 Safari/604.1`,
    `Accept-Language: ${one(LANGUAGES)}`,
    'Connection: keep-alive',
    `Cookie: sid=${hex(32)}`,
  ];
}

/** @type {Client} */
function mobileApp({ one, number, hex }) {
  return [
    `Authorization: Bearer ${hex(48)}`,
    `X-App-Version: ${number(9)}.${number(30)}.${number(9)}`,
    'Accept: application/json',
    'Connection: keep-alive',
    'Accept-Encoding: gzip',
    `User-Agent: okhttp/${one(['4.12.0', '5.0.0', '5.1.0'])}`,
  ];
}

/** @type {Client} */
function service({ number, hex }) {
  return [
    `X-Forwarded-For: 203.0.113.${number(256)}, 10.0.${number(256)}.${number(256)}`,
    'X-Forwarded-Proto: https',
    `X-Request-Id: ${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(12)}`,
    `traceparent: 00-${hex(32)}-${hex(16)}-01`,
    'Accept: */*',
    'User-Agent: node',
    'Connection: keep-alive',
  ];
}

/**
 * Returns the header lines of so many different clients, the same in every run.
 *
 * @param {number} count
 * @returns {string[][]}
 */
export function clientLines(count) {
  const random = createRandom(1);
  /** @type {Pick} */
  const pick = {
    number: (limit) => Math.floor(random() * limit),
    one: (items) => /** @type {typeof items[number]} */ (items[pick.number(items.length)]),
    hex: (digits) => Array.from({ length: digits }, () => pick.number(16).toString(16)).join(''),
  };
  return Array.from({ length: count }, () => pick.one(CLIENTS)(pick));
}

/**
 * Returns a request as it is sent.
 *
 * @param {Request} request
 * @param {readonly string[]} [lines] Of its client.
 */
export function rawRequest(request, lines = []) {
  const { method, path, headers = {}, body = '', chunked = false, version = '1.1', connection } = request;
  const own = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  if (chunked) own.push('Transfer-Encoding: chunked');
  else if (body !== '') own.push(`Content-Length: ${Buffer.byteLength(body)}`);
  const client = connection === undefined ? lines : lines.filter((line) => !line.startsWith('Connection:'));
  if (connection !== undefined) own.push(`Connection: ${connection}`);
  const payload = chunked ? `${Buffer.byteLength(body).toString(16)}\r\n${body}\r\n0\r\n\r\n` : body;
  return Buffer.from(
    [`${method} ${path} HTTP/${version}`, 'Host: shop.example', ...client, ...own, '', payload].join('\r\n'),
  );
}
