import { inspect } from 'node:util';
import { createRouter } from '@nextpress/router';
import { isFast, sameShape } from '@nextpress-internal/test-kit';
import { expect, test } from 'vitest';

const router = createRouter<number>().add('GET', '/users/:id/posts/:post', 1).add('GET', '/files/*path', 2);

function paramsOf(path: string): object {
  return router.find('GET', path)?.params ?? expect.unreachable(path);
}

test('params are in fast mode', () => {
  expect(isFast(paramsOf('/users/1/posts/2'))).toBe(true);
  expect(isFast(paramsOf('/files/a/b'))).toBe(true);
  expect(isFast(Object.create(null) as object)).toBe(false);
});

test('the params of one route have one shape', () => {
  expect(sameShape(paramsOf('/users/1/posts/2'), paramsOf('/users/%41/posts/a-much-longer-value'))).toBe(
    true,
  );
  expect(sameShape(paramsOf('/files/a'), paramsOf('/files/a/b/c'))).toBe(true);
});

test('params are in fast mode when routes have 100 different names', () => {
  const wide = createRouter<number>();
  for (let i = 0; i < 100; i++) wide.add('GET', `/r${i}/:name${i}`, i);
  for (let i = 0; i < 100; i++) expect(isFast(wide.find('GET', `/r${i}/x`)?.params ?? [])).toBe(true);
});

test('params without a prototype, as the server makes them, look like those of Express in a console', () => {
  const params: unknown = Object.setPrototypeOf(paramsOf('/users/1/posts/2'), null);
  expect(inspect(params)).toBe("[Object: null prototype] { id: '1', post: '2' }");
});
