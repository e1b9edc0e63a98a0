import { expect, test } from 'vitest';
import { InvalidResponse, ResponseReader } from '../response-reader.mjs';

const STREAM = [
  'HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\none',
  'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\ntw\r\n1\r\no\r\n0\r\n\r\n',
  'HTTP/1.1 201 Created\r\nContent-Length: 0\r\nX-Id: a\r\n\r\n',
].join('');

function readAll(...parts: readonly string[]) {
  const reader = new ResponseReader();
  return parts.flatMap((part) => reader.read(Buffer.from(part)));
}

test('reads responses that are split at any byte', () => {
  for (let at = 0; at <= STREAM.length; at++) {
    const responses = readAll(STREAM.slice(0, at), STREAM.slice(at));
    expect(responses.map(({ status, body }) => `${status} ${body}`)).toEqual(['200 one', '200 two', '201 ']);
    expect(responses[2]?.headers.get('x-id')).toBe('a');
  }
});

test('an incomplete response is none', () => {
  expect(readAll('HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\non')).toEqual([]);
  expect(readAll('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n')).toEqual([]);
});

test.each([
  ['bytes between responses', 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nab'],
  ['a status line of another version', 'HTTP/1.0 200 OK\r\n\r\n'],
  ['a status without three digits', 'HTTP/1.1 20 OK\r\n\r\n'],
  ['a header without a name', 'HTTP/1.1 200 OK\r\nno header\r\n\r\n'],
  ['a response without a length', 'HTTP/1.1 200 OK\r\n\r\n'],
  ['a length that is not a number', 'HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n'],
  ['both framings', 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
  ['a chunk size that is not a number', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nz\r\n'],
  ['a chunk that is longer', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nab\r\n'],
])('%s is not accepted', (_title, bytes) => {
  expect(() => readAll(bytes)).toThrow(InvalidResponse);
});
