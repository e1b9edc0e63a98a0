import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { sentBytes } from '../src/sent-bytes.ts';

test('sentBytes counts what the operating system has accepted, below TLS, and is NaN without a handle', () => {
  const socketWith = (_handle: unknown): Socket => ({ _handle }) as unknown as Socket;
  const handle = { bytesWritten: 10, writeQueueSize: 4 };
  expect(sentBytes(socketWith(handle))).toBe(6);
  expect(sentBytes(socketWith({ bytesWritten: 7, _parent: handle }))).toBe(6);
  expect(sentBytes(new Socket())).toBeNaN();
});
