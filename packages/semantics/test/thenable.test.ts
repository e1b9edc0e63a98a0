import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { isThenable } from '../src/thenable.ts';

const withThen = (target: object, then: unknown): object =>
  Object.defineProperty(target, 'then', { value: then });

test.each([
  [Promise.resolve(), true],
  [runInNewContext('Promise.resolve()'), true],
  [withThen({}, () => {}), true],
  [
    withThen(
      () => {},
      () => {},
    ),
    true,
  ],
  [withThen({}, 1), false],
  [undefined, false],
  [null, false],
  ['then', false],
])('isThenable(%o) is %s', (value, expected) => {
  expect(isThenable(value)).toBe(expected);
});
