import * as nextpress from 'nextpress';
import { expect, test } from 'vitest';

test('the whole framework is these names', () => {
  expect(Object.keys(nextpress).sort()).toEqual([
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
    'textBody',
  ]);
});

test('use() refuses cors that has not been called', () => {
  expect(() => nextpress.createServer().use(nextpress.cors as never)).toThrow(
    /got a function that makes it: write cors\(\)$/,
  );
});
