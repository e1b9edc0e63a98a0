import { isFast, sameShape } from '@nextpress-internal/test-kit';
import { expect, test } from 'vitest';
import { openRequest } from '../src/index.ts';
import { type PatchedRequest, patchedClasses, requestFor } from './patched-server.ts';

const classes = patchedClasses();
const opened = (url: string): PatchedRequest => {
  const req = requestFor(url, classes);
  openRequest(req);
  return req;
};

test('opened requests have one shape', () => {
  const plain = opened('/a');
  for (const url of ['/a?x=1', '/a/../b', '/%zz', '*', 'http://example.com/', `/${'a'.repeat(1000)}`]) {
    expect(sameShape(plain, opened(url)), url).toBe(true);
  }
});

test('a request keeps its shape when helpers are read and url or params change', () => {
  const untouched = opened('/a');
  const used = opened('/b?x=1');
  void [used.pathname, used.query, used.search, used.originalUrl, used.params, used.body, used.get('host')];
  used.url = '/c/../d?x=2';
  void [used.pathname, used.query];
  used.params = { id: '1' };
  expect(sameShape(untouched, used)).toBe(true);
  expect(isFast(used)).toBe(true);
});
