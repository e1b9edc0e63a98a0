import * as entry from '@nextpress/body';
import { expect, test } from 'vitest';

test('the entry exports the parsers, and what parsers are made of', () => {
  expect(Object.keys(entry).sort()).toEqual([
    'BodyError',
    'booleanOption',
    'countOption',
    'createBodyParser',
    'functionOption',
    'rawBody',
    'textBody',
  ]);
});
