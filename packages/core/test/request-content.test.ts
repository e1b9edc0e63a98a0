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

  test.each(['text/html garbage', 'text/html; =', 'text', 'text/', ''])('takes %j for no type', (type) => {
    expect(requestWith({ 'content-type': type, 'content-length': '1' }).is('html', '*/*')).toBe(false);
  });

  test.each([[1], [null], [['text/html', 2]]])('refuses %j', (type) => {
    const req = requestWith({ 'content-type': 'image/png', 'content-length': '1' });
    expect(() => req.is(type as never)).toThrow(TypeError);
    expect(() => req.is(type as never)).toThrow('req.is() takes media types such as "json" or "text/*"; got');
  });
});

describe('range', () => {
  test('refuses more ranges than sixteen', () => {
    const field = Array.from({ length: 17 }, (_, index) => `${index * 2}-${index * 2}`).join();
    expect(requestWith({ range: `bytes=${field}` }).range(100)).toBe(-2);
    expect(requestWith({ range: `bytes=${field.slice(0, field.lastIndexOf(','))}` }).range(100)).toHaveLength(
      16,
    );
  });

  test('takes a suffix that is longer than the whole for the whole', () => {
    expect(requestWith({ range: 'bytes=-500' }).range(100)).toEqual(
      Object.assign([{ start: 0, end: 99 }], { type: 'bytes' }),
    );
  });

  test('refuses a size that is none', () => {
    expect(() => requestWith({ range: 'bytes=0-' }).range(-1)).toThrow(RangeError);
    expect(requestWith({}).range(-1)).toBeUndefined();
  });
});
