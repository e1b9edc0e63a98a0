import { expect, test } from 'vitest';
import { growthOf } from '../usage.mjs';

const before = { memory: 20_000_000, connections: 0, descriptors: 25 };

test('an instance that needs about as much as before has not grown', () => {
  expect(growthOf(before, { memory: 30_000_000, connections: 0, descriptors: 30 })).toEqual([]);
});

test('connections, descriptors and memory that are left are reported', () => {
  expect(growthOf(before, { memory: 60_000_000, connections: 1, descriptors: 60 })).toEqual([
    '1 connections, 0 before',
    '60 file descriptors, 25 before',
    '57.2 MiB of memory, 19.1 MiB before',
  ]);
});
