import { statSync } from 'node:fs';
import { expect, test } from 'vitest';
import { fileOnDisk, type OpenFile } from '../../src/disk/open-file.ts';
import { withoutBody } from '../../src/response/response.ts';
import { ResponseCache } from '../../src/response/response-cache.ts';

const response = withoutBody(304);
const responses = {
  validators: { entityTag: undefined, lastModified: undefined },
  whole: response,
  notModified: response,
};
const stats = statSync('.');

function file(index: number, changes: Partial<OpenFile> = {}): OpenFile {
  return { ...fileOnDisk(-1, `/${index}`, stats, false), ...changes };
}

test('drops only the oldest file when it is full', () => {
  const cache = new ResponseCache();
  for (let index = 0; index <= 4_096; index++) cache.set(file(index), responses);
  expect(cache.get(file(0))).toBeUndefined();
  expect(cache.get(file(1))).toBe(responses);
  expect(cache.get(file(4_096))).toBe(responses);
});

test('misses when the size, time, tag or encoding differs', () => {
  const cache = new ResponseCache();
  cache.set(file(0), responses);
  expect(cache.get(file(0, { stats: Object.assign(statSync('.'), { size: -1 }) }))).toBeUndefined();
  expect(cache.get(file(0, { stats: Object.assign(statSync('.'), { mtimeMs: 1 }) }))).toBeUndefined();
  expect(cache.get(file(0, { entityTag: '"a"' }))).toBeUndefined();
  expect(cache.get(file(0, { encoding: 'br' }))).toBeUndefined();
});
