import mimeDb from 'mime-db';
import { expect, test } from 'vitest';
import { contentTypeOf } from '../../src/answer/content-type.ts';

test.each([
  ['index.html', 'text/html; charset=utf-8'],
  ['/a.b/STYLE.CSS', 'text/css; charset=utf-8'],
  ['app.min.js', 'text/javascript; charset=utf-8'],
  ['data.json', 'application/json; charset=utf-8'],
  ['app.webmanifest', 'application/manifest+json; charset=utf-8'],
  ['logo.svg', 'image/svg+xml'],
  ['photo.jpeg', 'image/jpeg'],
  ['font.woff2', 'font/woff2'],
  ['module.wasm', 'application/wasm'],
  ['README', 'application/octet-stream'],
  ['a.constructor', 'application/octet-stream'],
  ['', 'application/octet-stream'],
])('%s is %s', (name, type) => {
  expect(contentTypeOf(name)).toBe(type);
});

test('every extension has a type that mime-db gives it', () => {
  const known = Object.values(mimeDb).flatMap(({ extensions = [] }) => extensions);
  const covered = known.filter((extension) => contentTypeOf(`a.${extension}`) !== 'application/octet-stream');
  expect(new Set(covered).size).toBeGreaterThan(80);
  for (const extension of covered) {
    const [type = ''] = contentTypeOf(`a.${extension}`).split(';');
    expect(mimeDb[type]?.extensions, `${extension} as ${type}`).toContain(extension);
  }
});
