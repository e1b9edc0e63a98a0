import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { describeStream, isConnectionField } from '../src/web-response.ts';

test.each([
  ['connection', true],
  ['transfer-encoding', true],
  ['content-length', false],
])('isConnectionField(%o) is %s', (name, expected) => {
  expect(isConnectionField(name)).toBe(expected);
});

test.each([
  ['without a coding', {}, '', { 'content-length': '9' }],
  ['with one that it made itself', { 'content-encoding': 'gzip' }, '', { 'content-encoding': 'gzip' }],
  ['of fetch(), which decodes', { 'content-encoding': 'gzip' }, 'http://a/', {}],
])('describeStream() corrects the head of a response %s', (_name, coded, url, expected) => {
  const res = new ServerResponse(new IncomingMessage(new Socket()));
  const headers = new Headers({ 'content-length': '9', ...coded });
  res.setHeaders(headers);
  describeStream(res, { url, headers });
  expect({ ...res.getHeaders() }).toEqual(expected);
});
