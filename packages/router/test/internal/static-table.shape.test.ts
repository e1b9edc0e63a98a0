import { createRouter, type RouterOptions } from '@nextpress/router';
import { expect, test } from 'vitest';

/** Bytes that a lookup leaves behind. */
function allocatedBy(lookup: (path: string) => unknown, path: string): number {
  for (let i = 0; i < 100_000; i++) lookup(path);
  const before = process.memoryUsage().heapUsed;
  for (let i = 0; i < 100_000; i++) lookup(path);
  return Math.max(0, process.memoryUsage().heapUsed - before) / 100_000;
}

const settings: readonly RouterOptions[] = [
  {},
  { precedence: 'registration', strict: false, caseSensitive: false },
];

test.each(settings)('a static route is found without an allocation (%j)', (options) => {
  const router = createRouter<number>(options);
  for (const path of ['/', '/users', '/status', '/events', '/a/long/path/with/many/segments', '/:x/:y']) {
    router.add('GET', path, 1);
  }
  const find = (path: string) => router.find('GET', path);
  for (const path of ['/', '/users', '/a/long/path/with/many/segments']) {
    // A result object or an array alone would be sixteen bytes and more.
    expect(allocatedBy(find, path), path).toBeLessThan(4);
  }
});

test('a lookup that finds nothing in the static table allocates nothing there', () => {
  const router = createRouter<number>().add('GET', '/users', 1).add('GET', '/other', 2);
  expect(allocatedBy((path) => router.find('GET', path), '/olher')).toBeLessThan(4);
});
