import { maxHeaderSize } from 'node:http';
import { expect, test } from 'vitest';
import { readHttp2Options } from '../src/index.ts';

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
  [{ allowHTTP1: true }, 'Unknown option "allowHTTP1" of http2(): remove it: HTTP/1.1 is always served.'],
  [{ settings: 1 }, 'Invalid options of http2.settings(): expected an object, got 1.'],
  [
    { settings: { maxFrameSize: 1 } },
    'Invalid option "maxFrameSize" of http2.settings(): expected an integer',
  ],
  [{ settings: { initialWindowSize: 2 ** 31 } }, 'Invalid option "initialWindowSize" of http2.settings()'],
  [{ settings: { enablePush: true } }, 'remove it: server push is not supported'],
])('readHttp2Options throws for %o', (options, message) => {
  expect(() => readHttp2Options(options as never)).toThrow(message);
});

test('readHttp2Options accepts limits, settings and undefined', () => {
  const settings = { headerTableSize: 0, initialWindowSize: 1_000_000, maxFrameSize: 2 ** 14 };
  const { session } = readHttp2Options({ settings, maxSessionMemory: 20, maxSettings: undefined as never });
  expect(session).toMatchObject({ settings, maxSessionMemory: 20 });
});

test('readHttp2Options uses the HTTP/1.1 limits by default', () => {
  const defaults = { sendTimeout: 0, idleTimeout: 60_000, maxHeaderListSize: maxHeaderSize };
  expect(readHttp2Options()).toMatchObject(defaults);
  const limits = { sendTimeout: 1, keepAliveTimeout: 2, maxHeaderSize: 3 };
  expect(readHttp2Options({}, limits)).toMatchObject({
    sendTimeout: 1,
    idleTimeout: 2,
    maxHeaderListSize: 3,
  });
  const own = { idleTimeout: 4, settings: { maxHeaderListSize: 5 } };
  expect(readHttp2Options(own, limits)).toMatchObject({ idleTimeout: 4, maxHeaderListSize: 5 });
});
