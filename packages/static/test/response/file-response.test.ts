import { statSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { makeOpenFile, type OpenFile } from '../../src/disk/open-file.ts';
import { compileFileSettings, compileMimeTypes } from '../../src/options/file-options.ts';
import { contentTypeOf, ResponseCache, validatorsOf, withoutBody } from '../../src/response/file-response.ts';

const SETTINGS = compileFileSettings('test', {}, undefined);
const HOUR = 3_600_000;

/** Last-Modified of a file with these times, relative to now. */
function dateOf(modifiedIn: number, changedIn: number): number | undefined {
  const now = Date.now();
  const stats = Object.assign(statSync('.'), { mtimeMs: now + modifiedIn, ctimeMs: now + changedIn });
  const lastModified = validatorsOf({ stats } as OpenFile, SETTINGS).lastModified;
  return lastModified === undefined ? undefined : lastModified - now;
}

describe('Last-Modified', () => {
  test('is the time of the last modification', () => {
    expect(dateOf(-2 * HOUR, -HOUR)).toBe(-2 * HOUR);
  });

  test('is the time of the inode if the modification is in the future', () => {
    expect(dateOf(2 * HOUR, -HOUR)).toBe(-HOUR);
  });

  test('is now if both are in the future', () => {
    const date = dateOf(2 * HOUR, HOUR);
    expect(date).toBeGreaterThanOrEqual(0);
    expect(date).toBeLessThan(HOUR / 2);
  });

  test('is not sent for a time before 1970', () => {
    expect(dateOf(-Date.now() - HOUR, -HOUR)).toBeUndefined();
  });
});

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

test('contentTypeOf prefers the types of the application', () => {
  const mimeTypes = compileMimeTypes('test', { '.MDX': 'text/markdown', js: 'text/plain;charset=latin1' });
  const settings = { mimeTypes, likeSend: 4 } as const;
  expect(contentTypeOf('/a.mdx', settings)).toBe('text/markdown; charset=utf-8');
  expect(contentTypeOf('/a.JS', settings)).toBe('text/plain;charset=latin1');
  expect(contentTypeOf('/a.css', settings)).toBe('text/css; charset=UTF-8');
});

const response = withoutBody(304);
const responses = {
  validators: { entityTag: undefined, lastModified: undefined },
  whole: response,
  notModified: response,
};
const stats = statSync('.');

function file(index: number, changes: Partial<OpenFile> = {}): OpenFile {
  return { ...makeOpenFile(-1, `/${index}`, stats, false), ...changes };
}

test('ResponseCache drops only the oldest file when it is full', () => {
  const cache = new ResponseCache();
  for (let index = 0; index <= 4_096; index++) cache.set(file(index), responses);
  expect(cache.get(file(0))).toBeUndefined();
  expect(cache.get(file(1))).toBe(responses);
  expect(cache.get(file(4_096))).toBe(responses);
});

test('ResponseCache misses when the size, time, tag or encoding differs', () => {
  const cache = new ResponseCache();
  cache.set(file(0), responses);
  expect(cache.get(file(0, { stats: Object.assign(statSync('.'), { size: -1 }) }))).toBeUndefined();
  expect(cache.get(file(0, { stats: Object.assign(statSync('.'), { mtimeMs: 1 }) }))).toBeUndefined();
  expect(cache.get(file(0, { entityTag: '"a"' }))).toBeUndefined();
  expect(cache.get(file(0, { encoding: 'br' }))).toBeUndefined();
});
