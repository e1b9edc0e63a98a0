import { describe, expect, it } from 'vitest';
import { explanationOf } from '../src/internal/explanations.ts';

describe('explanationOf', () => {
  it.each([
    ['http://example.com/a', 'absolute-form'],
    ['/files/a%2fb', 'decodes `%2F`'],
    ['/files/a%5Cb', 'decodes `%2F`'],
    ['/files//a', 'empty segment'],
    ['/a/../b', 'raw target'],
    ['/%61', 'raw target'],
  ])('explains a difference for %s', (target, row) => {
    expect(explanationOf({ method: 'GET', target, headers: {}, body: undefined })).toContain(row);
  });

  it.each([
    [{ 'Content-Encoding': 'gzip' }, '', 'nested without a limit'],
    [{}, '['.repeat(1001), 'nested without a limit'],
    [{ 'Content-Type': 'text/plain; charset=utf-7' }, '', 'UTF-7'],
  ])('explains a difference for a body with %j', (headers, body, row) => {
    expect(explanationOf({ method: 'POST', target: '/', headers, body })).toContain(row);
  });

  it('returns nothing for a plain request', () => {
    expect(
      explanationOf({ method: 'GET', target: '/users?next=//a/../%61', headers: {}, body: undefined }),
    ).toBeUndefined();
  });
});
