import * as nextpress from 'nextpress';
import { expect, test } from 'vitest';

test('nextpress exports these names', () => {
  expect(Object.keys(nextpress).sort()).toEqual([
    'HttpError',
    'METHODS',
    'Router',
    'compose',
    'cors',
    'createRouter',
    'createServer',
    'fastLane',
    'formBody',
    'jsonBody',
    'rawBody',
    'serveStatic',
    'shared',
    'textBody',
  ]);
});

test('use() throws for cors without a call', () => {
  expect(() => nextpress.createServer().use(nextpress.cors as never)).toThrow(
    /got a function that makes it: write cors\(\)$/,
  );
});
