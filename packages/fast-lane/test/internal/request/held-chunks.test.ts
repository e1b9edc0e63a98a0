import { expect, test } from 'vitest';
import { HOST, PARTIAL } from '../../../src/internal/head/outcome.ts';
import { behind, HeldChunks, joined } from '../../../src/internal/request/held-chunks.ts';
import { ownCopy } from '../../../src/internal/request/read-buffer.ts';

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
  expect(joined(chunks).buffer.byteLength).toBe(6);
});

test('a copy shares no memory, with the octets nor with anything else', () => {
  const whole = Buffer.from('the secret of another request');
  const copy = ownCopy(whole.subarray(4, 10));
  expect([String(copy), copy.buffer.byteLength]).toEqual(['secret', 6]);
});

test('chunks that are kept are for Node, or for a head that goes on, until they are taken', () => {
  const held = new HeldChunks();
  expect([held.isEmpty, held.isNodes, held.take()]).toEqual([true, false, []]);
  held.keep([Buffer.from('ab')], PARTIAL);
  expect([held.isEmpty, held.isNodes]).toEqual([false, false]);
  held.keep([Buffer.from('ab')], HOST);
  held.add(Buffer.from('c'));
  expect([held.isNodes, held.reason, held.take().map(String)]).toEqual([true, HOST, ['ab', 'c']]);
  expect([held.isEmpty, held.isNodes, held.reason]).toEqual([true, false, PARTIAL]);
});

test('chunks that are kept are too much beyond 64 KiB, or in more than 256 pieces', () => {
  const held = new HeldChunks();
  held.keep([Buffer.alloc(65_535)], HOST);
  const seen = [held.isTooMuch];
  for (const length of [1, 1]) {
    held.add(Buffer.alloc(length));
    seen.push(held.isTooMuch);
  }
  held.keep(
    Array.from({ length: 256 }, () => Buffer.from('a')),
    HOST,
  );
  seen.push(held.isTooMuch);
  held.add(Buffer.from('a'));
  expect([...seen, held.isTooMuch]).toEqual([false, false, true, false, true]);
});
