import { expect, test } from 'vitest';
import { collectInto, flushAtExit, flushSoon } from '../../../src/internal/response/flush-soon.ts';

/** A batch that records when it is flushed. */
const batchOf = (name: string, flushed: string[]): { flush(): void } => ({
  flush: () => void flushed.push(name),
});

test('batches are flushed in their order, when the microtasks of the tick are done', async () => {
  const flushed: string[] = [];
  flushSoon(batchOf('first', flushed));
  for (let i = 0; i < 10; i++) await Promise.resolve();
  flushSoon(batchOf('second', flushed));
  expect(flushed).toEqual([]);
  await new Promise((resolve) => setImmediate(resolve));
  expect(flushed).toEqual(['first', 'second']);
});

test('a batch that becomes due during a flush is also flushed', async () => {
  const flushed: string[] = [];
  flushSoon({ flush: () => flushSoon(batchOf('later', flushed)) });
  await new Promise((resolve) => setImmediate(resolve));
  expect(flushed).toEqual(['later']);
});

test('process exit flushes the batch being collected, and those that are due', () => {
  const flushed: string[] = [];
  collectInto(batchOf('collected', flushed));
  flushSoon(batchOf('due', flushed));
  flushAtExit();
  collectInto(undefined);
  flushAtExit();
  expect(flushed).toEqual(['collected', 'due']);
});
