import * as router from '@nextpress/router';
import { expect, test } from 'vitest';

test('the package exports these values', () => {
  expect(Object.keys(router).sort()).toEqual([
    'NO_PARAMS',
    'PatternError',
    'comparePrefix',
    'createExpressMatcher',
    'createMatcher',
    'createRouter',
    'express4RegExp',
  ]);
});
