import { expect, test } from 'vitest';
import { createServer } from '../../src/index.ts';

test.each([
  [{ maxSessionMemory: 'x' }, 'Invalid option "maxSessionMemory" of http2(): expected an integer from 1'],
  [{ maxSessionInvalidFrames: -1 }, 'Invalid option "maxSessionInvalidFrames" of http2(): expected'],
  [{ maxHeaderListPairs: 1 }, 'Invalid option "maxHeaderListPairs" of http2(): expected an integer from 4'],
  [{ streamResetRate: 1.5 }, 'Invalid option "streamResetRate" of http2(): expected an integer from 0'],
  [
    { maxConcurrentStreams: 0 },
    'Invalid option "maxConcurrentStreams" of http2(): expected an integer from 1',
  ],
  [{ idleTimeout: -1 }, 'Invalid option "idleTimeout" of http2(): expected an integer from 0'],
  [{ allowHTTP1: true }, 'Unknown option "allowHTTP1" of http2(): leave it out: HTTP/1.1 is always served.'],
  [{ settings: 1 }, 'Invalid options of http2.settings(): expected an object, got 1.'],
  [
    { settings: { maxFrameSize: 1 } },
    'Invalid option "maxFrameSize" of http2.settings(): expected an integer',
  ],
  [{ settings: { initialWindowSize: 2 ** 31 } }, 'Invalid option "initialWindowSize" of http2.settings()'],
  [{ settings: { enablePush: true } }, 'leave it out: server push is not supported'],
])('createServer throws for the option http2: %o', (http2, message) => {
  expect(() => createServer({ http2: http2 as never })).toThrow(message);
});

test('createServer accepts limits, settings and undefined', () => {
  const settings = { headerTableSize: 0, initialWindowSize: 1_000_000, maxFrameSize: 2 ** 14 };
  expect(() =>
    createServer({ http2: { settings, maxSessionMemory: 20, maxSettings: undefined as never } }),
  ).not.toThrow();
});
