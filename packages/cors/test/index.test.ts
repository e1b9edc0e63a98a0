import * as entry from '@nextpress/cors';
import { expect, test } from 'vitest';

test('the entry exports cors and nothing else', () => {
  expect(Object.keys(entry)).toEqual(['cors']);
});
