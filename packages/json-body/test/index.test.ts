import * as entry from '@nextpress/json-body';
import { expect, test } from 'vitest';

test('the entry exports only jsonBody', () => {
  expect(Object.keys(entry)).toEqual(['jsonBody']);
});
