import { expect, test } from 'vitest';
import { compileMimeTypes } from '../../src/options/mime-types.ts';
import { contentTypeOf } from '../../src/response/content-type.ts';

const NONE = compileMimeTypes('test');

test.each([
  ['/index.html', 'text/html; charset=utf-8'],
  ['/a.b/STYLE.CSS', 'text/css; charset=utf-8'],
  ['/app.min.js', 'text/javascript; charset=utf-8'],
  ['/data.json', 'application/json; charset=utf-8'],
  ['/app.webmanifest', 'application/manifest+json; charset=utf-8'],
  ['/map.geojson', 'application/geo+json'],
  ['/logo.svg', 'image/svg+xml'],
  ['/photo.jpeg', 'image/jpeg'],
  ['/font.woff2', 'font/woff2'],
  ['/module.wasm', 'application/wasm'],
  ['/README', 'application/octet-stream'],
  ['/json', 'application/octet-stream'],
  ['/.html', 'application/octet-stream'],
  ['/a.html/b', 'application/octet-stream'],
  ['/a.constructor', 'application/octet-stream'],
])('%s is %s', (name, type) => {
  expect(contentTypeOf(name, { mimeTypes: NONE, likeSend: false })).toBe(type);
});

test('contentTypeOf prefers the types of the user', () => {
  const mimeTypes = compileMimeTypes('test', { '.MDX': 'text/markdown', js: 'text/plain;charset=latin1' });
  const settings = { mimeTypes, likeSend: 4 } as const;
  expect(contentTypeOf('/a.mdx', settings)).toBe('text/markdown; charset=utf-8');
  expect(contentTypeOf('/a.JS', settings)).toBe('text/plain;charset=latin1');
  expect(contentTypeOf('/a.css', settings)).toBe('text/css; charset=UTF-8');
});
