import { expect, test } from 'vitest';
import { concat, HeldChunks, skipBytes } from '../../../src/internal/request/held-chunks.ts';
import { copyOf } from '../../../src/internal/request/read-buffer.ts';

const chunks = ['ab', 'c', 'def'].map((text) => Buffer.from(text));
const textsAfter = (count: number): string[] => skipBytes(chunks, count).map(String);

test('held chunks stay unchanged, except that dispatched bytes are removed', () => {
  expect([0, 1, 2, 3, 5, 6].map(textsAfter)).toEqual([
    ['ab', 'c', 'def'],
    ['b', 'c', 'def'],
    ['c', 'def'],
    ['def'],
    ['f'],
    [],
  ]);
});

test('a chunk stays the same object if none of its bytes were dispatched', () => {
  expect(skipBytes(chunks, 2)[0]).toBe(chunks[1]);
});

test('concat joins chunks in order, and returns a single one unchanged', () => {
  const one = Buffer.from('one');
  expect(String(concat(chunks))).toBe('abcdef');
  expect(concat([one])).toBe(one);
  expect(concat(chunks).buffer.byteLength).toBe(6);
});

test('a copy shares no memory', () => {
  const whole = Buffer.from('the secret of another request');
  const copy = copyOf(whole.subarray(4, 10));
  expect([String(copy), copy.buffer.byteLength]).toEqual(['secret', 6]);
});

test('held chunks are for Node or for an unfinished head until they are taken', () => {
  const held = new HeldChunks();
  expect([held.isEmpty, held.isForNode, held.take()]).toEqual([true, false, []]);
  held.hold([Buffer.from('ab')], 'partial head');
  expect([held.isEmpty, held.isForNode]).toEqual([false, false]);
  held.hold([Buffer.from('ab')], 'host');
  held.add(Buffer.from('c'));
  expect([held.isForNode, held.reason, held.take().map(String)]).toEqual([true, 'host', ['ab', 'c']]);
  expect([held.isEmpty, held.isForNode, held.reason]).toEqual([true, false, 'partial head']);
});

test('held chunks are over the limit beyond 64 KiB or 256 pieces', () => {
  const held = new HeldChunks();
  held.hold([Buffer.alloc(65_535)], 'host');
  const seen = [held.isOverLimit];
  for (const length of [1, 1]) {
    held.add(Buffer.alloc(length));
    seen.push(held.isOverLimit);
  }
  held.hold(
    Array.from({ length: 256 }, () => Buffer.from('a')),
    'host',
  );
  seen.push(held.isOverLimit);
  held.add(Buffer.from('a'));
  expect([...seen, held.isOverLimit]).toEqual([false, false, true, false, true]);
});
