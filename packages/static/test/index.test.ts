import * as entry from '@nextpress/static';
import { expect, test } from 'vitest';

test('the entry exports two functions', () => {
  expect(Object.keys(entry).sort()).toEqual(['sendFile', 'serveStatic']);
});
