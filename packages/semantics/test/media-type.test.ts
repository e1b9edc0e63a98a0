import * as contentType from 'content-type';
import fc from 'fast-check';
import typeIs from 'type-is';
import { describe, expect, test } from 'vitest';
import { matchesMediaType, parseMediaType } from '../src/media-type.ts';

describe('parseMediaType', () => {
  test('parses a media type', () => {
    const type = parseMediaType('Application/Problem+JSON ; Charset=UTF-8;\tq="a\\"b"');
    expect(type).toMatchObject({
      essence: 'application/problem+json',
      type: 'application',
      subtype: 'problem+json',
      suffix: 'json',
    });
    expect([...(type?.parameters ?? [])]).toEqual([
      ['charset', 'UTF-8'],
      ['q', 'a"b'],
    ]);
  });

  test('reads the suffix after the last plus', () => {
    expect(parseMediaType('a/b')?.suffix).toBeUndefined();
    expect(parseMediaType('a/b+c+xml')?.suffix).toBe('xml');
    expect(parseMediaType('a/b+')?.suffix).toBe('');
  });

  test('uses the first of two parameters with the same name', () => {
    expect(parseMediaType('a/b;x=1;X=2')?.parameters.get('x')).toBe('1');
  });

  test('accepts whitespace around the value and empty parameters', () => {
    expect(parseMediaType(' \ta/b ; ;; x=1; ')?.parameters.get('x')).toBe('1');
    expect(parseMediaType('a/b;')?.parameters.size).toBe(0);
    expect(parseMediaType('a/b;x=""')?.parameters.get('x')).toBe('');
  });

  test('keeps a parameter named __proto__ in its map', () => {
    const parameters = parseMediaType('a/b;__proto__=x')?.parameters;
    expect([...(parameters ?? [])]).toEqual([['__proto__', 'x']]);
  });

  test.each([
    '',
    ';',
    '/',
    'a/',
    '/b',
    'a',
    'a b/c',
    'a/b c',
    'a/b/c',
    'application/json\ta',
    'application/json garbage',
    'application/json, text/html',
    'application/json;x',
    'application/json;x=',
    'application/json;=x',
    'application/json;x =1',
    'application/json;x= 1',
    'application/json;x="1',
    'application/json;x="1\\',
    'application/json;x="1"2',
    'application/json;x="\u0000"',
    'application/json;x="\u0100"',
    'applic\u00e9/json',
    'application/json\r\n',
  ])('returns undefined for %j', (value) => {
    expect(parseMediaType(value)).toBeUndefined();
  });

  const token = fc.stringMatching(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,8}$/);
  const text = fc.stringMatching(/^[\t\x20-\x7e\x80-\xff]{0,12}$/);
  const parameters = fc.dictionary(token, text, { maxKeys: 4 });

  test('parses what the content-type package formats', () => {
    fc.assert(
      fc.property(token, token, parameters, (type, subtype, headers) => {
        const written = contentType.format({ type: `${type}/${subtype}`, parameters: headers });
        const read = parseMediaType(written);
        const theirs = contentType.parse(written);
        expect(read?.essence).toBe(theirs.type);
        for (const [name, value] of read?.parameters ?? []) expect(value).toBe(theirs.parameters[name]);
        expect([...(read?.parameters.keys() ?? [])].sort()).toEqual(Object.keys(theirs.parameters).sort());
      }),
      { numRuns: 300 },
    );
  });

  // Intended difference: content-type 2 accepts values that do not match the grammar.
  test('agrees with the content-type package on every value that it parses', () => {
    const piece = fc.constantFrom(
      'a',
      'B',
      '/',
      ';',
      '=',
      '"',
      '\\',
      ' ',
      '\t',
      ',',
      '+',
      'x=1',
      '; q=1',
      'é',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 14 }), (pieces) => {
        const value = pieces.join('');
        const read = parseMediaType(value);
        if (read === undefined) return;
        const theirs = contentType.parse(value);
        expect(read.essence).toBe(theirs.type);
        for (const [name, parameter] of read.parameters) expect(parameter).toBe(theirs.parameters[name]);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('matchesMediaType', () => {
  const matches = (value: string, pattern: string): boolean => {
    const type = parseMediaType(value);
    return type !== undefined && matchesMediaType(type, pattern);
  };

  test.each([
    ['application/json; charset=utf-8', 'application/json', true],
    ['application/json', 'Application/JSON', true],
    ['application/json', 'application/*', true],
    ['application/json', '*/*', true],
    ['application/json', '*/json', true],
    ['application/problem+json', '+json', true],
    ['application/problem+json', '*/*+json', true],
    ['application/problem+json', 'application/*+json', true],
    ['application/problem+json', 'text/*+json', false],
    ['application/problem+json', 'application/json', false],
    ['application/json', '+json', false],
    ['text/json', 'application/*', false],
    ['applicationx/json', 'application/*', false],
    ['application/jsonp', 'application/json', false],
  ])('%s against %s is %s', (value, pattern, expected) => {
    expect(matches(value, pattern)).toBe(expected);
  });

  test.each(['json', '', '/', 'a/', '/b', 'a/b;c=d', 'a/b/c', 'a b/c'])(
    'throws for the pattern %j',
    (pattern) => {
      expect(() => matches('text/plain', pattern)).toThrow(TypeError);
      expect(() => matches('text/plain', pattern)).toThrow('media type pattern');
    },
  );

  test('agrees with the type-is package', () => {
    const type = fc.constantFrom('text', 'application', 'image');
    const subtype = fc.constantFrom('json', 'problem+json', 'a+b+json', 'xml', 'a+xml', '+json', 'svg+xml');
    const pattern = fc.oneof(
      fc
        .tuple(fc.oneof(type, fc.constant('*')), fc.oneof(subtype, fc.constantFrom('*', '*+json', '*+xml')))
        .map((p) => p.join('/')),
      fc.constantFrom('+json', '+xml', '+b+json'),
    );
    fc.assert(
      fc.property(type, subtype, pattern, (main, sub, wanted) => {
        // type-is rejects a subtype that starts with a plus, which RFC 9110 allows.
        fc.pre(!sub.startsWith('+'));
        expect(matches(`${main}/${sub}`, wanted)).toBe(typeIs.is(`${main}/${sub}`, [wanted]) !== false);
      }),
      { numRuns: 500 },
    );
  });
});
