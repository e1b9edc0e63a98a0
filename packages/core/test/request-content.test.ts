import { describe, expect, test } from 'vitest';
import { requestFor } from './patched-server.ts';

// The comparison with Express is in request-parity.isolated.test.ts.

function requestWith(headers: Record<string, string>) {
  const req = requestFor('/');
  Object.assign(req.headers, headers);
  return req;
}

describe('is', () => {
  test('returns null without a body, and false without a media type', () => {
    expect(requestWith({ 'content-type': 'text/html' }).is('html')).toBeNull();
    expect(requestWith({ 'transfer-encoding': 'chunked' }).is('html')).toBe(false);
  });

  test.each(['text/html garbage', 'text', 'text/', ''])('returns false for the media type %j', (type) => {
    expect(requestWith({ 'content-type': type, 'content-length': '1' }).is('html', '*/*')).toBe(false);
  });
});

test('range has no maximum number of ranges', () => {
  const header = Array.from({ length: 17 }, (_, index) => `${index * 2}-${index * 2}`).join();
  expect(requestWith({ range: `bytes=${header}` }).range(100)).toHaveLength(17);
});
