import { describe, expect, test } from 'vitest';
import { requestFor } from './patched-server.ts';

// What Express answers the same way is in request-parity.integration.test.ts.

function requestWith(headers: Record<string, string>) {
  const req = requestFor('/');
  Object.assign(req.headers, headers);
  return req;
}

describe('is', () => {
  test('says null of a request without content, and false of content without a type', () => {
    expect(requestWith({ 'content-type': 'text/html' }).is('html')).toBeNull();
    expect(requestWith({ 'transfer-encoding': 'chunked' }).is('html')).toBe(false);
  });

  test.each(['text/html garbage', 'text', 'text/', ''])('takes %j for no type', (type) => {
    expect(requestWith({ 'content-type': type, 'content-length': '1' }).is('html', '*/*')).toBe(false);
  });
});

test('range has no limit to the number of ranges', () => {
  const field = Array.from({ length: 17 }, (_, index) => `${index * 2}-${index * 2}`).join();
  expect(requestWith({ range: `bytes=${field}` }).range(100)).toHaveLength(17);
});
