import { expect, test } from 'vitest';
import { behind, lengthOf, NO_CHUNKS } from '../../src/internal/held-chunks.ts';

const chunks = ['ab', 'c', 'def'].map((text) => Buffer.from(text));
const textsBehind = (count: number): string[] => behind(chunks, count).map(String);

test('chunks are kept as they came, but for the octets that are done', () => {
  expect([0, 1, 2, 3, 5, 6].map(textsBehind)).toEqual([
    ['ab', 'c', 'def'],
    ['b', 'c', 'def'],
    ['c', 'def'],
    ['def'],
    ['f'],
    [],
  ]);
});

test('a chunk of which nothing is done is the same object: Node counts octets from its beginning', () => {
  expect(behind(chunks, 2)[0]).toBe(chunks[1]);
});

test('their length is that of all together', () => {
  expect([lengthOf(chunks), lengthOf(NO_CHUNKS)]).toEqual([6, 0]);
});
