import { readFileSync } from 'node:fs';
import { mediaTypeOf, withDefaultCharset, withUtf8 } from '@nextpress/semantics/content-type';
import contentType from 'content-type';
import fc from 'fast-check';
import mimeDb from 'mime-db';
import mimeTypes from 'mime-types';
import { expect, test } from 'vitest';
import { mediaTypeTable } from './make-media-types.mjs';

test('the media type table is up to date', () => {
  const table = readFileSync(new URL('../src/internal/media-type-table.ts', import.meta.url), 'utf8');
  expect(table).toBe(mediaTypeTable());
});

test('mediaTypeOf agrees with mime-types on every extension', () => {
  const extensions = Object.keys(mimeTypes.types);
  expect(extensions.length).toBeGreaterThan(1_200);
  expect(Object.fromEntries(extensions.map((extension) => [extension, mediaTypeOf(extension)]))).toEqual({
    ...mimeTypes.types,
  });
});

test('withDefaultCharset agrees with mime-types on every type', () => {
  for (const type of Object.keys(mimeDb)) {
    const expected = mimeTypes.charset(type) === 'UTF-8' ? `${type}; charset=utf-8` : type;
    expect(withDefaultCharset(type)).toBe(expected);
  }
});

test.each([
  ['html', 'text/html'],
  ['.html', 'text/html'],
  ['/a.b/INDEX.HTML', 'text/html'],
  ['app.min.js', 'text/javascript'],
  ['ico', 'image/vnd.microsoft.icon'],
  ['woff2', 'font/woff2'],
  ['', undefined],
  ['.', undefined],
  ['LICENSE', undefined],
  ['html.', undefined],
  ['constructor', undefined],
  ['__proto__', undefined],
  ['a.json,map', undefined],
  ['a.json:json', undefined],
  ['application/', undefined],
  ['a.pdf zip', undefined],
  ['a.x\ny', undefined],
  ['a.c', 'text/x-c'],
])('the media type of %j is %s', (name, type) => {
  expect(mediaTypeOf(name)).toBe(type);
});

test.each([
  ['text/html', 'text/html; charset=utf-8'],
  ['TEXT/x-own', 'TEXT/x-own; charset=utf-8'],
  ['text/html; charset=latin1', 'text/html; charset=latin1'],
  ['text/html; level=1', 'text/html; level=1; charset=utf-8'],
  ['application/json', 'application/json; charset=utf-8'],
  ['application/geo+json', 'application/geo+json'],
  ['image/svg+xml', 'image/svg+xml'],
  ['text/html; =', 'text/html; =; charset=utf-8'],
  ['nonsense', 'nonsense'],
])('withDefaultCharset changes %s to %s', (type, value) => {
  expect(withDefaultCharset(type)).toBe(value);
});

test.each([
  ['text/html', 'text/html; charset=utf-8'],
  ['Text/HTML;Charset=latin1; a=" b"', 'text/html; charset=utf-8; a=" b"'],
  ['text/x;c', 'text/x; charset=utf-8'],
  ['text/x; a="b', 'text/x; charset=utf-8'],
])('withUtf8 changes %s to %s', (type, value) => {
  expect(withUtf8(type)).toBe(value);
});

test.each(['text', 'text/', 'a/b; =1', 'a/b; c="\u0100"'])('withUtf8 throws for %j', (type) => {
  expect(() => withUtf8(type)).toThrow(TypeError);
});

test('withUtf8 agrees with the content-type package', () => {
  const part = fc.constantFrom(
    'text',
    '/',
    'html',
    ';',
    ' ',
    '\t',
    '=',
    '"',
    '\\',
    ',',
    'charset',
    'A',
    'é',
    '',
  );
  fc.assert(
    fc.property(fc.array(part), (parts) => {
      const type = parts.join('');
      const expected = attempt(() => {
        const parsed = contentType.parse(type);
        return contentType.format({ ...parsed, parameters: { ...parsed.parameters, charset: 'utf-8' } });
      });
      expect(attempt(() => withUtf8(type))).toBe(expected);
    }),
    { numRuns: 2000 },
  );
});

function attempt(act: () => string): string {
  try {
    return act();
  } catch (error) {
    return (error as Error).name;
  }
}
