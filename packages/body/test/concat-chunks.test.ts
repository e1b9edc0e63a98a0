import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { concatChunks, requestAdjacentChunks } from '../src/read-bytes.ts';

const JOINS_BODY = Symbol.for('nextpress.joinsBody');

test('concatChunks does not copy chunks that are adjacent in memory', () => {
  const memory = Buffer.allocUnsafeSlow(10).fill('0123456789');
  const body = concatChunks([memory.subarray(2, 5), memory.subarray(5, 6), memory.subarray(6, 9)], 7);
  expect(body.toString()).toBe('2345678');
  expect(body.buffer).toBe(memory.buffer);
});

test.each([
  ['in another order', [3, 5, 0, 3], '34012'],
  ['with a gap', [0, 3, 4, 6], '01245'],
  ['that overlap', [0, 3, 2, 4], '01223'],
])('concatChunks copies chunks of one buffer %s', (_, [a, b, c, d], text) => {
  const memory = Buffer.allocUnsafeSlow(10).fill('0123456789');
  const body = concatChunks([memory.subarray(a, b), memory.subarray(c, d)], 5);
  expect(body.toString()).toBe(text);
  expect(body.buffer).not.toBe(memory.buffer);
});

test('concatChunks returns an empty buffer for no chunks, and a single chunk itself', () => {
  const only = Buffer.from('only');
  expect(concatChunks([], 0)).toHaveLength(0);
  expect(concatChunks([only], 4)).toBe(only);
});

test('concatChunks copies chunks that are shorter than the size', () => {
  const memory = Buffer.allocUnsafeSlow(10).fill('0123456789');
  const body = concatChunks([memory.subarray(0, 3), memory.subarray(3, 5)], 7);
  expect(body.toString('latin1')).toBe('01234\0\0');
});

test('requestAdjacentChunks changes only requests that support it', () => {
  const [asks, plain] = [{ [JOINS_BODY]: false }, {}];
  for (const req of [asks, plain]) requestAdjacentChunks(req as unknown as IncomingMessage);
  expect(asks).toEqual({ [JOINS_BODY]: true });
  expect(Reflect.ownKeys(plain)).toEqual([]);
});
