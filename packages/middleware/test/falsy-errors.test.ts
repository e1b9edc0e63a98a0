import { describe, expect, test } from 'vitest';
import { Chain, compose, type Next } from '../src/index.ts';

describe.each([undefined, null, false, 0, ''])('next(%j)', (value) => {
  const pass = (_req: object, _res: null, next: Next): void => next(value);

  test('ends a composed chain without an error', () => {
    const ends: unknown[] = [];
    compose<object, null>([pass, pass])({}, null, (error) => ends.push(error));
    expect(ends).toEqual([undefined]);
  });

  test('ends a chain without an error when an error layer has handled one', () => {
    const handle = (_error: unknown, _req: object, _res: null, next: Next): void => next(value);
    const ends: unknown[] = [];
    new Chain<object, null>([handle]).run({}, null, (error) => ends.push(error), 0, new Error('given'));
    expect(ends).toEqual([undefined]);
  });
});
