import { isFast } from '@nextpress-internal/test-kit';
import { expect, test } from 'vitest';
import { headOf } from '../src/head-fields.ts';

test('the fields of a response are in fast mode, whatever their names', () => {
  const { fields } = headOf({ 'Content-Type': 'text/plain', 'X-A': 'a', __PROTO__: 'b' }, false);
  expect(Object.keys(fields)).toEqual(['content-type', 'x-a', '__proto__']);
  expect(isFast(fields)).toBe(true);
});
