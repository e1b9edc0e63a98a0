import { expect, test } from 'vitest';
import * as core from '../src/index.ts';

test('the package exports these values', () => {
  expect(Object.keys(core).sort()).toEqual([
    'SETTINGS',
    'defaultSettings',
    'encodeLocation',
    'malformedTarget',
    'openRequest',
    'patchPrototypes',
  ]);
});
