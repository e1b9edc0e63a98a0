/** @module Reads a raw response and compares it with the expected one. */

/**
 * @typedef {object} Response
 * @property {number} status
 * @property {ReadonlyMap<string, string>} headers By lower-case name.
 * @property {string} body As latin1.
 * @property {number} length In bytes, head and framing included.
 *
 * @typedef {object} Expected
 * @property {number} status
 * @property {string} [type] Media type, without parameters.
 * @property {string} [body] Not compared when it is missing.
 * @property {Readonly<Record<string, string>>} [headers] By lower-case name.
 */

/**
 * Reads the first response of a text.
 *
 * @param {string} text Bytes as latin1.
 * @returns {Response | undefined} undefined while it is incomplete
 */
export function readResponse(text) {
  const end = text.indexOf('\r\n\r\n') + 4;
  if (end < 4) return undefined;
  const [line = '', ...lines] = text.slice(0, end - 4).split('\r\n');
  const headers = new Map(
    lines.map((header) => {
      const colon = header.indexOf(':');
      return [header.slice(0, colon).toLowerCase(), header.slice(colon + 1).trim()];
    }),
  );
  const status = Number(line.split(' ')[1]);
  const read = headers.get('transfer-encoding') === 'chunked' ? readChunks(text, end) : readPlain(text, end);
  return read && { status, headers, body: read.body, length: read.end };

  /** @param {string} all @param {number} start */
  function readPlain(all, start) {
    const isEmpty = status === 204 || status === 304;
    const length = isEmpty ? 0 : Number(headers.get('content-length') ?? Number.NaN);
    if (Number.isNaN(length)) throw new Error(`Response without Content-Length:\n${all.slice(0, start)}`);
    return all.length < start + length
      ? undefined
      : { body: all.slice(start, start + length), end: start + length };
  }
}

/** @param {string} text @param {number} start */
function readChunks(text, start) {
  let body = '';
  for (let at = start; ; ) {
    const line = text.indexOf('\r\n', at);
    if (line === -1) return undefined;
    const size = Number.parseInt(text.slice(at, line), 16);
    const end = line + 2 + size;
    if (text.length < end + 2) return undefined;
    if (size === 0) return { body, end: end + 2 };
    body += text.slice(line + 2, end);
    at = end + 2;
  }
}

/**
 * Describes how a response differs from the expected one.
 *
 * @param {Response} response
 * @param {Expected} expected
 * @returns {string[]}
 */
export function differencesOf(response, { status, type, body, headers = {} }) {
  /** @type {string[]} */
  const differences = [];
  /** @param {string} what @param {unknown} actual @param {unknown} wanted */
  const compare = (what, actual, wanted) => {
    if (actual !== wanted) differences.push(`${what}: expected ${short(wanted)}, got ${short(actual)}`);
  };
  compare('status', response.status, status);
  if (type !== undefined) {
    compare('content-type', response.headers.get('content-type')?.split(';', 1)[0]?.trim(), type);
  }
  for (const [name, value] of Object.entries(headers)) compare(name, response.headers.get(name), value);
  if (body !== undefined) compare('body', response.body, body);
  return differences;
}

/** @param {unknown} value */
function short(value) {
  const text = String(JSON.stringify(value));
  return text.length > 200 ? `${text.slice(0, 200)}… (${text.length} characters)` : text;
}
