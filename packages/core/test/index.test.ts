import { expect, test } from 'vitest';
import * as core from '../src/index.ts';

test('the package exports nine values', () => {
  expect(Object.keys(core).sort()).toEqual([
    'NO_PARAMS',
    'NO_QUERY',
    'SETTINGS',
    'defaultSettings',
    'encodeLocation',
    'escapeHtml',
    'malformedTarget',
    'openRequest',
    'patchPrototypes',
  ]);
});

test('the empty objects are frozen and inherit no name', () => {
  for (const empty of [core.NO_PARAMS, core.NO_QUERY]) {
    expect(Object.isFrozen(empty)).toBe(true);
    expect(Object.keys(empty)).toEqual([]);
    for (const name of ['constructor', '__proto__', 'toString']) expect(name in empty).toBe(false);
  }
});
