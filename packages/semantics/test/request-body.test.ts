import { expect, test } from 'vitest';
import { hasBody, hasContent } from '../src/request-body.ts';

test.each([
  ['neither header', { headers: {} }, false, false],
  ['a length', { headers: { 'content-length': '1' } }, true, true],
  ['a length of 0', { headers: { 'content-length': '0' } }, true, false],
  ['a length of 00', { headers: { 'content-length': '00' } }, true, false],
  ['chunked encoding', { headers: { 'transfer-encoding': 'chunked' } }, true, true],
  ['an open HTTP/2 stream', { headers: {}, stream: { endAfterHeaders: false } }, true, true],
  ['an ended HTTP/2 stream', { headers: {}, stream: { endAfterHeaders: true } }, false, false],
  [
    'an open HTTP/2 stream with length 0',
    { headers: { 'content-length': '0' }, stream: { endAfterHeaders: false } },
    true,
    false,
  ],
])('hasBody and hasContent classify a request with %s', (_name, req, body, content) => {
  expect(hasBody(req)).toBe(body);
  expect(hasContent(req)).toBe(content);
});
