import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { findLeaks, usedHeap } from '../leaks.mjs';

test('findLeaks reports a server that is still listening', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  expect(await findLeaks(undefined, 0)).toEqual([expect.stringContaining('TCPServerWrap')]);
  server.close();
});

test('findLeaks reports a heap that has grown', async () => {
  const before = await usedHeap();
  expect((await findLeaks(before - 100_000_000, 0)).at(-1)).toMatch(/^the heap has grown by \d+\.\d MB$/);
});
