import { expect, test } from 'vitest';
import { isFast, sameShape } from '../src/index.ts';

test('an object literal is fast, a null-prototype object is a dictionary', () => {
  expect(isFast({ a: 1 })).toBe(true);
  expect(isFast(Object.create(null) as object)).toBe(false);
});

test('two objects made alike share one shape, a late property breaks it', () => {
  const make = (): Record<string, number> => ({ a: 1, b: 2 });
  expect(sameShape(make(), make())).toBe(true);
  expect(sameShape(make(), Object.assign(make(), { c: 3 }))).toBe(false);
});
