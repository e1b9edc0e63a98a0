import { expect, test } from 'vitest';
import { mergeParams } from '../../../src/internal/path/path-params.ts';

test('mergeParams() prefers the params of the router', () => {
  expect({ ...mergeParams({ id: '2', own: 'x' }, { id: '1', outer: 'y' }) }).toEqual({
    id: '2',
    own: 'x',
    outer: 'y',
  });
});

test('mergeParams() numbers captures after those of the mount', () => {
  expect({ ...mergeParams({ 0: 'c', 1: 'd', id: '1' }, { 0: 'a', 1: 'b' }) }).toEqual({
    0: 'a',
    1: 'b',
    2: 'c',
    3: 'd',
    id: '1',
  });
  expect({ ...mergeParams({ 0: 'a' }, { id: '1' }) }).toEqual({ 0: 'a', id: '1' });
});

test('mergeParams() does not change its arguments', () => {
  const own = Object.freeze({ 0: 'c' });
  const outer = Object.freeze({ 0: 'a' });
  mergeParams(own, outer);
  expect([own, outer]).toEqual([{ 0: 'c' }, { 0: 'a' }]);
});
