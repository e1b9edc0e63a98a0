import { expect, test } from 'vitest';
import { ChunkList } from '../src/chunk-list.ts';
import { FileContent } from '../src/file-content.ts';

test('single bytes become few chunks, in order', () => {
  const bytes = Buffer.from(Array.from({ length: 100_000 }, (_, index) => index % 251));
  const list = new ChunkList();
  for (let at = 0; at < bytes.length; at++) list.push(bytes.subarray(at, at + 1));
  expect(list).toMatchObject({ size: 100_000 });
  expect(list.length).toBeLessThan(1_000);
  expect(Buffer.concat(list.take()).equals(bytes)).toBe(true);
});

test('long chunks are not copied', () => {
  const chunk = Buffer.alloc(2_000);
  const list = new ChunkList();
  for (let count = 0; count < 1_500; count++) list.push(chunk);
  const chunks = list.take();
  expect(chunks).toHaveLength(1_500);
  expect(chunks.every((each) => each === chunk)).toBe(true);
});

test('a list is empty after its chunks have been taken, and can be filled again', () => {
  const list = new ChunkList();
  for (let count = 0; count < 600; count++) list.push(Buffer.from('a'));
  list.take();
  expect(list).toMatchObject({ size: 0, length: 0 });
  for (let count = 0; count < 600; count++) list.push(Buffer.from('b'));
  expect(Buffer.concat(list.take()).toString()).toBe('b'.repeat(600));
});

test('a file that waits for its reader has few chunks', async () => {
  const content = new FileContent(new Set(), () => {});
  for (let count = 0; count < 100_000; count++) content.receive(Buffer.from('a'));
  content.end();
  const chunks = await content.take();
  expect(chunks.length).toBeLessThan(1_000);
  expect(Buffer.concat(chunks)).toHaveLength(100_000);
  expect(await content.take()).toEqual([]);
});
