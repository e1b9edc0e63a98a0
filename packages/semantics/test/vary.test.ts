import fc from 'fast-check';
import vary from 'vary';
import { describe, expect, test } from 'vitest';
import { appendVary } from '../src/vary.ts';

describe('appendVary', () => {
  test('returns the name when there is no value', () => {
    expect(appendVary(undefined, 'Origin')).toBe('Origin');
    expect(appendVary('', 'Origin')).toBe('Origin');
    expect(appendVary(' , ', 'Origin')).toBe('Origin');
  });

  test('appends to the existing value', () => {
    expect(appendVary('accept,Cookie', 'Origin')).toBe('accept,Cookie, Origin');
    expect(appendVary('Accept', 'Origin, Cookie')).toBe('Accept, Origin, Cookie');
  });

  test('does not repeat a name in any case', () => {
    expect(appendVary('accept, ORIGIN', 'Origin')).toBe('accept, ORIGIN');
    expect(appendVary(undefined, 'Origin, origin')).toBe('Origin');
  });

  test('replaces everything with an asterisk', () => {
    expect(appendVary('*', 'Origin')).toBe('*');
    expect(appendVary('Accept', '*')).toBe('*');
    expect(appendVary('Accept, *', 'Origin')).toBe('*');
  });

  test.each(['', ' ', ',', 'a b', 'a\r\nb', 'é', 'a:'])('throws for the header name %j', (header) => {
    expect(() => appendVary('Accept', header)).toThrow(TypeError);
    expect(() => appendVary('Accept', header)).toThrow('Invalid header name in Vary');
  });

  test('agrees with the vary package', () => {
    const name = fc.constantFrom('Accept', 'accept', 'Origin', 'ORIGIN', 'Cookie', 'X-A', '*');
    const list = fc.array(name, { minLength: 1, maxLength: 5 }).map((names) => names.join(', '));
    fc.assert(
      fc.property(list, list, (existing, header) => {
        expect(appendVary(existing, header)).toBe(vary.append(existing, header));
      }),
    );
  });
});
