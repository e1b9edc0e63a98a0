import { expect, test } from 'vitest';
import { endOfOrdinary } from '../../bytes/ordinary.mjs';

const limit = 16_384;
const end = (stream: string, start = 0) => endOfOrdinary(stream, start, limit);
const get = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';

test('an ordinary request ends after its body', () => {
  const post = 'POST /a?b HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello';
  expect(end(post + get)).toBe(post.length);
  expect(end(post + get, post.length)).toBe(post.length + get.length);
});

test('a head that is not complete is not ordinary', () => {
  expect(end(get.slice(0, -1))).toBeUndefined();
});

test('a body that is not complete ends with the stream', () => {
  const post = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhell';
  expect(end(post)).toBe(post.length);
});

test.each([
  ['a method of another kind', 'TRACE / HTTP/1.1\r\nHost: a\r\n\r\n'],
  ['two spaces', 'GET  / HTTP/1.1\r\nHost: a\r\n\r\n'],
  ['a fragment', 'GET /#a HTTP/1.1\r\nHost: a\r\n\r\n'],
  ['a byte above ASCII in the target', 'GET /\xe9 HTTP/1.1\r\nHost: a\r\n\r\n'],
  ['another target form', 'GET http://a/ HTTP/1.1\r\nHost: a\r\n\r\n'],
  ['another version', 'GET / HTTP/1.0\r\nHost: a\r\n\r\n'],
  ['a bare line feed', 'GET / HTTP/1.1\nHost: a\r\n\r\n'],
  ['no host', 'GET / HTTP/1.1\r\n\r\n'],
  ['two hosts', 'GET / HTTP/1.1\r\nHost: a\r\nhost: b\r\n\r\n'],
  ['a folded value', 'GET / HTTP/1.1\r\nHost: a\r\nX: a\r\n b\r\n\r\n'],
  ['a space before a colon', 'GET / HTTP/1.1\r\nHost : a\r\n\r\n'],
  ['a connection that ends', 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'],
  ['chunks', 'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
  ['two lengths', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\nContent-Length: 0\r\n\r\n'],
  ['a length with leading zeros', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 01\r\n\r\nx'],
  ['a tab before a length', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length:\t1\r\n\r\nx'],
  ['a body with GET', 'GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\nx'],
  ['an empty line before it', `\r\n${get}`],
])('%s is not ordinary', (_name, stream) => {
  expect(end(stream)).toBeUndefined();
});

test('the limits are a head shorter than maxHeaderSize and 100 fields', () => {
  expect(endOfOrdinary(get, 0, get.length + 1)).toBe(get.length);
  expect(endOfOrdinary(get, 0, get.length)).toBeUndefined();
  const fields = (count: number) => `GET / HTTP/1.1\r\nHost: a\r\n${'X: 1\r\n'.repeat(count)}\r\n`;
  expect(end(fields(99))).toBe(fields(99).length);
  expect(end(fields(100))).toBeUndefined();
});
