import { expect, test } from 'vitest';
import { differencesOf, readResponse } from '../core/response.mjs';

const PLAIN = 'HTTP/1.1 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: 3\r\n\r\nabc';
const CHUNKED =
  'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\nA\r\n0123456789\r\n0\r\n\r\n';

test('readResponse returns the first response of a text', () => {
  const response = readResponse(`${PLAIN}HTTP/1.1 404`);
  expect(response).toMatchObject({ status: 200, body: 'abc', length: PLAIN.length });
  expect(response?.headers.get('content-length')).toBe('3');
});

test('readResponse joins chunks', () => {
  expect(readResponse(CHUNKED)).toMatchObject({ body: 'abc0123456789', length: CHUNKED.length });
});

test.each([PLAIN, CHUNKED])('readResponse returns undefined while the response is incomplete', (text) => {
  for (let end = 0; end < text.length; end++) expect(readResponse(text.slice(0, end))).toBeUndefined();
});

test('readResponse reads no body after 204', () => {
  expect(readResponse('HTTP/1.1 204 No Content\r\nVary: Origin\r\n\r\n')).toMatchObject({ body: '' });
});

test('readResponse throws when there is no length', () => {
  expect(() => readResponse('HTTP/1.1 200 OK\r\n\r\n')).toThrow('without Content-Length');
});

test('differencesOf names what differs', () => {
  const response = readResponse(PLAIN);
  if (response === undefined) throw new Error('incomplete');
  expect(differencesOf(response, { status: 200, type: 'text/plain', body: 'abc' })).toEqual([]);
  const expected = { status: 201, type: 'text/html', body: 'abd', headers: { vary: 'Origin' } };
  expect(differencesOf(response, expected)).toEqual([
    'status: expected 201, got 200',
    'content-type: expected "text/html", got "text/plain"',
    'vary: expected "Origin", got undefined',
    'body: expected "abd", got "abc"',
  ]);
});
