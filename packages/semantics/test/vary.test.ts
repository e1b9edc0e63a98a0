import fc from 'fast-check';
import vary from 'vary';
import { describe, expect, test } from 'vitest';
import { appendVary } from '../src/vary.ts';

describe('appendVary', () => {
  test('starts the field', () => {
    expect(appendVary(undefined, 'Origin')).toBe('Origin');
    expect(appendVary('', 'Origin')).toBe('Origin');
    expect(appendVary(' , ', 'Origin')).toBe('Origin');
  });

  test('adds to the field and leaves what is there as it is', () => {
    expect(appendVary('accept,Cookie', 'Origin')).toBe('accept,Cookie, Origin');
    expect(appendVary('Accept', 'Origin, Cookie')).toBe('Accept, Origin, Cookie');
  });

  test('adds no name twice, in whatever case', () => {
    expect(appendVary('accept, ORIGIN', 'Origin')).toBe('accept, ORIGIN');
    expect(appendVary(undefined, 'Origin, origin')).toBe('Origin');
  });

  test('gives way to the asterisk', () => {
    expect(appendVary('*', 'Origin')).toBe('*');
    expect(appendVary('Accept', '*')).toBe('*');
    expect(appendVary('Accept, *', 'Origin')).toBe('*');
  });

  test.each(['', ' ', ',', 'a b', 'a\r\nb', 'é', 'a:'])('refuses %j as a field name', (field) => {
    expect(() => appendVary('Accept', field)).toThrow(TypeError);
    expect(() => appendVary('Accept', field)).toThrow('Invalid header name in Vary');
  });

  test('agrees with the vary package', () => {
    const name = fc.constantFrom('Accept', 'accept', 'Origin', 'ORIGIN', 'Cookie', 'X-A', '*');
    const list = fc.array(name, { minLength: 1, maxLength: 5 }).map((names) => names.join(', '));
    fc.assert(
      fc.property(list, list, (existing, field) => {
        expect(appendVary(existing, field)).toBe(vary.append(existing, field));
      }),
    );
  });
});
