import { expect, test } from 'vitest';
import * as middleware from '../src/index.ts';

test('the package exports these values', () => {
  expect(Object.keys(middleware)).toEqual([
    'Chain',
    'compose',
    'isThenable',
    'flattenLayers',
    'reportLateError',
    'Run',
    'warn',
  ]);
});
