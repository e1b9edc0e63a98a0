// A second implementation of what the fast lane calls an ordinary request, written separately so that it shares no bug with it.
import { isIPv6 } from 'node:net';

const requestLine = /^(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS) \/[!"$-~]* HTTP\/1\.1\r\n/;
const fieldLine = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):([\t\x20-\x7e\x80-\xff]*)\r\n/;
const hostValue = /^ *(?:[\w.~!$&'()*+,;=-]+|\[([\da-f:.]+)\])(?::(\d*))?$/i;
/** A body that is longer must be there with its head. */
const longBody = 1_048_576;

const refused = new Set(['transfer-encoding', 'expect', 'upgrade', 'trailer', 'proxy-connection']);

/**
 * Where the ordinary request that begins at `start` ends.
 *
 * @param {string} stream One character per byte.
 * @param {number} start
 * @param {number} maxHeaderSize
 * @param {boolean} [strict] Whether `Connection: keep-alive` is written exactly so.
 * @returns {number | undefined} nothing when it is not ordinary, or its head isn't complete
 */
export function endOfOrdinary(stream, start, maxHeaderSize, strict = true) {
  const headEnd = stream.indexOf('\r\n\r\n', start);
  if (headEnd === -1 || headEnd + 4 - start >= maxHeaderSize) return undefined;
  const head = stream.slice(start, headEnd + 2);
  const line = requestLine.exec(head);
  if (line === null) return undefined;
  const method = line[1] ?? '';
  let hosts = 0;
  let fields = 0;
  /** @type {number | undefined} */
  let length;
  for (let rest = head.slice(line[0].length); rest !== ''; ) {
    const field = fieldLine.exec(rest);
    if (field === null || ++fields > 100) return undefined;
    rest = rest.slice(field[0].length);
    const [, name = '', value = ''] = [field[0], field[1]?.toLowerCase(), field[2]];
    if (refused.has(name)) return undefined;
    if (name === 'host' && (++hosts > 1 || !namesHost(value))) return undefined;
    if (name === 'connection' && !(strict ? /^ ?keep-alive$/ : /^[ \t]*keep-alive[ \t]*$/i).test(value))
      return undefined;
    if (name === 'content-length') {
      if (length !== undefined || !/^ *(0|[1-9]\d{0,8})$/.test(value)) return undefined;
      length = Number(value);
    }
  }
  if (hosts !== 1) return undefined;
  if (length !== undefined && length > 0 && !['POST', 'PUT', 'PATCH'].includes(method)) return undefined;
  const end = headEnd + 4 + (length ?? 0);
  if (length !== undefined && length > longBody && end > stream.length) return undefined;
  return Math.min(end, stream.length);
}

/** Whether it is a name or an address, with or without a port, or nothing. @param {string | undefined} [value] */
function namesHost(value = '') {
  if (/^ *$/.test(value)) return true;
  const [whole, address, port] = hostValue.exec(value) ?? [];
  return whole !== undefined && (address === undefined || isIPv6(address)) && Number(port ?? 0) <= 65_535;
}
