import { expect, test } from 'vitest';
import * as http2 from '../src/index.ts';

test('the package exports these values', () => {
  expect(Object.keys(http2).sort()).toEqual([
    'ALPN_PROTOCOLS',
    'isStreamSocket',
    'readHttp2Options',
    'replaceMessages',
    'serveHttp2',
  ]);
});
