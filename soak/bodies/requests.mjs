// Requests with bodies, and what is to become of each.
import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib';
import { between, happens, pick } from '../load/chance.mjs';

/** @typedef {{ bytes: Buffer, status: number, id: number | undefined }} Request `id` is what a body that is read says. */

const sizes = [0, 1, 10, 100, 1_000, 10_000, 60_000, 120_000];

/** Bodies that say whose they are. @type {Record<string, (id: number, size: number) => string>} */
const kinds = {
  'application/json': (id, size) => JSON.stringify({ id, pad: 'x'.repeat(size) }),
  'application/x-www-form-urlencoded': (id, size) => `id=${id}&pad[a]=${'x'.repeat(size)}&pad[b]=%C3%A9`,
  'text/plain; charset=utf-8': (id, size) => `${id} ${'é'.repeat(size >> 1)}`,
  'application/octet-stream': (id, size) => `${id} ${'\0'.repeat(size)}`,
};
const types = Object.keys(kinds);

const quick = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };
/** @type {Record<string, (text: string) => Buffer>} */
const codings = { gzip: gzipSync, deflate: deflateSync, br: (text) => brotliCompressSync(text, quick) };

const bomb = gzipSync(Buffer.alloc(20_000_000, ' '));

/** Bodies that are refused: the status, the type, the body and other fields. @type {readonly (readonly [number, string, Buffer, string[]])[]} */
const refused = [
  [413, 'application/json', Buffer.alloc(150_001, ' '), []],
  [413, 'text/plain', Buffer.alloc(600_000, 'x'), []],
  [413, 'application/json', bomb, ['Content-Encoding: gzip']],
  [413, 'application/x-www-form-urlencoded', Buffer.from('a&'.repeat(5_000)), []],
  [400, 'application/x-www-form-urlencoded', Buffer.from(`a${'[b]'.repeat(100)}=1`), []],
  [400, 'application/json', Buffer.from('['.repeat(5_000) + ']'.repeat(5_000)), []],
  [400, 'application/json', Buffer.from('{"id":'), []],
  [400, 'text/plain', Buffer.from([0xff]), []],
  [400, 'application/json', Buffer.from('{}'), ['Content-Encoding: gzip']],
  [415, 'application/json; charset=klingon', Buffer.from('{}'), []],
  [415, 'application/json garbage', Buffer.from('{}'), []],
  [415, 'text/plain', Buffer.from('x'), ['Content-Encoding: gzip, gzip']],
];

/** @param {number} id @returns {Request} */
export function anyRequest(id) {
  if (happens(0.2)) {
    const [status, type, body, fields] = pick(refused);
    return { bytes: framed(type, body, fields), status, id: undefined };
  }
  const type = pick(types);
  const text = kinds[type]?.(id, pick(sizes)) ?? '';
  const coding = happens(0.3) ? pick(Object.keys(codings)) : undefined;
  if (coding === undefined) return { bytes: framed(type, Buffer.from(text), []), status: 200, id };
  const body = codings[coding]?.(text) ?? Buffer.from('');
  return { bytes: framed(type, body, [`Content-Encoding: ${coding}`]), status: 200, id };
}

/** By its length or in chunks. @param {string} type @param {Buffer} body @param {readonly string[]} fields */
function framed(type, body, fields) {
  const isChunked = happens(0.4);
  const framing = isChunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${body.length}`;
  const head = ['POST / HTTP/1.1', 'Host: a', `Content-Type: ${type}`, ...fields, framing, '', ''].join(
    '\r\n',
  );
  return Buffer.concat([Buffer.from(head), ...(isChunked ? chunksOf(body) : [body])]);
}

/** @param {Buffer} body */
function chunksOf(body) {
  const cut = between(0, body.length);
  const parts = [body.subarray(0, cut), body.subarray(cut)].filter(({ length }) => length > 0);
  const frames = parts.flatMap((part) => [
    Buffer.from(`${part.length.toString(16)}\r\n`),
    part,
    Buffer.from('\r\n'),
  ]);
  return [...frames, Buffer.from('0\r\n\r\n')];
}
