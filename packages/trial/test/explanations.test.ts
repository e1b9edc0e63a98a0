import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { explanationOf } from '../src/internal/explanations.ts';

const page = readFileSync(new URL('../../../docs/differences-from-express.md', import.meta.url), 'utf8');

describe('explanationOf', () => {
  it.each(['http://example.com/a', '/files/a%2fb', '/files/a%5Cb', '/files//a', '/a/../b', '/%61'])(
    'names a row of the differences for %s',
    (target) => {
      const row = explanationOf({ method: 'GET', target, headers: {}, body: undefined });
      expect(page).toContain(`\n| ${row}`);
    },
  );

  it('names the rows about bodies', () => {
    const rows = [
      explanationOf({ method: 'POST', target: '/', headers: { 'Content-Encoding': 'gzip' }, body: '' }),
      explanationOf({ method: 'POST', target: '/', headers: {}, body: '['.repeat(1001) }),
      explanationOf({
        method: 'POST',
        target: '/',
        headers: { 'Content-Type': 'text/plain; charset=utf-7' },
        body: '',
      }),
    ];
    for (const row of rows) expect(page).toContain(`\n| ${row}`);
    expect(new Set(rows).size).toBe(2);
  });

  it('names none for a plain request', () => {
    expect(
      explanationOf({ method: 'GET', target: '/users?next=//a/../%61', headers: {}, body: undefined }),
    ).toBeUndefined();
  });
});
