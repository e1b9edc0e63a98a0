import { expect, test } from 'vitest';
import { clientLines, HEADS, rawRequest } from '../src/heads.mjs';

test('clientLines returns as many different heads as are asked for, the same each time', () => {
  const heads = clientLines(HEADS).map((lines) => lines.join('\n'));
  expect(new Set(heads).size).toBe(HEADS);
  expect(clientLines(HEADS).map((lines) => lines.join('\n'))).toEqual(heads);
});

test('clientLines returns several sets of headers', () => {
  const names = clientLines(64).map((lines) => lines.map((line) => line.split(':')[0]).join());
  expect(new Set(names).size).toBe(5);
});

test('rawRequest writes the length of a body in bytes', () => {
  const request = { method: 'POST', path: '/a', headers: { 'Content-Type': 'text/plain' }, body: 'ä' };
  expect(rawRequest(request, ['Accept: */*']).toString()).toBe(
    'POST /a HTTP/1.1\r\nHost: shop.example\r\nAccept: */*\r\nContent-Type: text/plain\r\nContent-Length: 2\r\n\r\nä',
  );
});

test('rawRequest replaces the Connection of the client, and writes chunks', () => {
  const request = { method: 'POST', path: '/', body: 'abc', chunked: true, connection: 'close' } as const;
  expect(rawRequest(request, ['Connection: keep-alive']).toString()).toBe(
    'POST / HTTP/1.1\r\nHost: shop.example\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n3\r\nabc\r\n0\r\n\r\n',
  );
});
