import * as entry from '@nextpress/cors';
import { expect, test } from 'vitest';

test('the entry exports only cors', () => {
  expect(Object.keys(entry)).toEqual(['cors']);
});
