import * as entry from '@nextpress/json-body';
import { expect, test } from 'vitest';

test('the entry exports jsonBody and nothing else', () => {
  expect(Object.keys(entry)).toEqual(['jsonBody']);
});
