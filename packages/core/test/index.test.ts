import { expect, test } from 'vitest';
import * as core from '../src/index.ts';

test('the package exports six values', () => {
  expect(Object.keys(core).sort()).toEqual([
    'SETTINGS',
    'defaultSettings',
    'encodeLocation',
    'malformedTarget',
    'openRequest',
    'patchPrototypes',
  ]);
});
