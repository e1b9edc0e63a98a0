import { create } from 'content-disposition';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatContentDisposition } from '../src/content-disposition.ts';

describe('formatContentDisposition', () => {
  test.each([
    [undefined, 'attachment'],
    ['plans.pdf', 'attachment; filename=plans.pdf'],
    ['the plans.pdf', 'attachment; filename="the plans.pdf"'],
    ['the "plans\\".pdf', 'attachment; filename="the \\"plans\\\\\\".pdf"'],
    ['', 'attachment; filename=""'],
    ['€ rates.pdf', 'attachment; filename="? rates.pdf"; filename*=UTF-8\'\'%E2%82%AC%20rates.pdf'],
    ['«plans».pdf', 'attachment; filename="?plans?.pdf"; filename*=UTF-8\'\'%C2%ABplans%C2%BB.pdf'],
    ['a%20b.pdf', "attachment; filename=a%20b.pdf; filename*=UTF-8''a%2520b.pdf"],
    ['50%.pdf', 'attachment; filename=50%.pdf'],
    [
      "it's (1)*é.pdf",
      "attachment; filename=\"it's (1)*?.pdf\"; filename*=UTF-8''it%27s%20%281%29%2A%C3%A9.pdf",
    ],
    [
      'a\r\nX-Injected: 1',
      'attachment; filename="a??X-Injected: 1"; filename*=UTF-8\'\'a%0D%0AX-Injected%3A%201',
    ],
  ])('formats %j', (filename, expected) => {
    expect(formatContentDisposition(filename)).toBe(expected);
  });

  test('throws for a lone surrogate', () => {
    expect(() => formatContentDisposition('\ud83d.txt')).toThrow(URIError);
  });

  test('formats another type', () => {
    expect(formatContentDisposition('a', { type: 'inline' })).toBe('inline; filename=a');
  });

  test.each([
    [
      'a b',
      undefined,
      { type: 'a b' },
      '"type" of formatContentDisposition(): expected a token such as "attachment", got "a b".',
    ],
    ['empty', undefined, { type: '' }, 'got ""'],
    ['list', ['a'], {}, 'Invalid file name: expected a string, got an array.'],
    ['null', null, {}, 'Invalid file name: expected a string, got null.'],
    [
      'é',
      'é',
      { fallback: 'é' },
      '"fallback" of formatContentDisposition(): expected ASCII characters, got "é".',
    ],
  ])('throws for %s', (_, filename, options, message) => {
    expect(() => formatContentDisposition(filename as never, options)).toThrow(TypeError);
    expect(() => formatContentDisposition(filename as never, options)).toThrow(message);
  });

  // The package throws URIError for a lone surrogate, so the generated names contain none.
  test('agrees with the content-disposition package', () => {
    const part = fc.constantFrom(
      'a',
      '.txt',
      ' ',
      '"',
      '\\',
      '%41',
      '%',
      "'",
      '(',
      '*',
      ';',
      '=',
      '/',
      'é',
      '€',
      '😀',
      '\n',
      '\x7f',
    );
    const name = fc.oneof(
      fc.array(part, { maxLength: 6 }).map((parts) => parts.join('')),
      fc.string({ unit: 'grapheme' }),
    );
    const fallback = fc.constantFrom<string | false | undefined>(undefined, false, 'a.txt', '"', 'a');
    fc.assert(
      fc.property(name, fallback, (filename, other) => {
        const options = other === undefined ? {} : { fallback: other };
        expect(formatContentDisposition(filename, options)).toBe(create(filename, options));
      }),
      { numRuns: 1000 },
    );
  });
});
