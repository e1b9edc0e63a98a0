import * as entry from '@nextpress/form-body';
import { expect, test } from 'vitest';

test('the entry exports formBody and nothing else', () => {
  expect(Object.keys(entry)).toEqual(['formBody']);
});
