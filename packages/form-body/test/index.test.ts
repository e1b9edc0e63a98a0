import * as entry from '@nextpress/form-body';
import { expect, test } from 'vitest';

test('the entry exports only formBody', () => {
  expect(Object.keys(entry)).toEqual(['formBody']);
});
