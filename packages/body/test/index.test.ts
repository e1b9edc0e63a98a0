import * as entry from '@nextpress/body';
import { expect, test } from 'vitest';

test('the entry exports the parsers and createBodyParser', () => {
  expect(Object.keys(entry).sort()).toEqual(['BodyError', 'createBodyParser', 'rawBody', 'textBody']);
});
