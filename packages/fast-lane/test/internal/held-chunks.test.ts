import { expect, test } from 'vitest';
import { behind, joined, ownCopy } from '../../src/internal/held-chunks.ts';

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

test('all of them are one in their order; one is itself', () => {
  const one = Buffer.from('one');
  expect(String(joined(chunks))).toBe('abcdef');
  expect(joined([one])).toBe(one);
});

test('a copy shares no memory, with the octets nor with anything else', () => {
  const whole = Buffer.from('the secret of another request');
  const copy = ownCopy(whole.subarray(4, 10));
  expect([String(copy), copy.buffer.byteLength]).toEqual(['secret', 6]);
});
