import * as entry from '@nextpress/static';
import { expect, test } from 'vitest';

test('the entry exports serveStatic and nothing else', () => {
  expect(Object.keys(entry)).toEqual(['serveStatic']);
});
