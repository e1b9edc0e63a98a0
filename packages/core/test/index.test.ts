import { expect, test } from 'vitest';
import * as core from '../src/index.ts';

test('the package exports nine values', () => {
  expect(Object.keys(core).sort()).toEqual([
    'NO_PARAMS',
    'SETTINGS',
    'defaultSettings',
    'defineParams',
    'encodeLocation',
    'malformedTarget',
    'openRequest',
    'patchPrototypes',
    'peekParams',
  ]);
});

test('the object that stands for no params is frozen and inherits no name', () => {
  expect(Object.isFrozen(core.NO_PARAMS)).toBe(true);
  for (const name of ['constructor', '__proto__', 'toString']) expect(name in core.NO_PARAMS).toBe(false);
});
