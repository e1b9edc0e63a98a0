import { expect, test } from 'vitest';
import { hasBody, hasContent } from '../src/request-body.ts';

test.each([
  ['no announcement', { headers: {} }, false, false],
  ['a length', { headers: { 'content-length': '1' } }, true, true],
  ['a length of 0', { headers: { 'content-length': '0' } }, true, false],
  ['a length of 00', { headers: { 'content-length': '00' } }, true, false],
  ['chunks', { headers: { 'transfer-encoding': 'chunked' } }, true, true],
  ['a stream that goes on', { headers: {}, stream: { endAfterHeaders: false } }, true, true],
  ['a stream that has ended', { headers: {}, stream: { endAfterHeaders: true } }, false, false],
  [
    'a stream of length 0',
    { headers: { 'content-length': '0' }, stream: { endAfterHeaders: false } },
    true,
    false,
  ],
])('hasBody and hasContent read %s', (_name, req, body, content) => {
  expect(hasBody(req)).toBe(body);
  expect(hasContent(req)).toBe(content);
});
