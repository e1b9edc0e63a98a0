import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { readBytes } from '../src/read-bytes.ts';

/** The outcome of reading the written chunks. */
function reading(stream: PassThrough): Promise<unknown> {
  return new Promise((resolve) => {
    readBytes(stream as unknown as IncomingMessage, 10_000_000, undefined, undefined, resolve);
  });
}

test.each([
  ['of one byte', 5_000, 1],
  ['as many as are joined', 512, 1],
  ['that are long', 600, 2_000],
])('chunks %s are put together in order', async (_name, count, length) => {
  const stream = new PassThrough();
  const outcome = reading(stream);
  const chunks = Array.from({ length: count }, (_, index) => Buffer.alloc(length, index % 251));
  for (const chunk of chunks) stream.write(chunk);
  stream.end();
  expect(Buffer.concat(chunks).equals((await outcome) as Buffer)).toBe(true);
});

test('readBytes uses little memory for chunks of one byte', async () => {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  const stream = new PassThrough();
  const outcome = reading(stream);
  const chunks: WeakRef<Buffer>[] = [];
  for (let index = 0; index < 5_000; index++) {
    const chunk = Buffer.alloc(1);
    chunks.push(new WeakRef(chunk));
    stream.write(chunk);
    if (index % 100 === 0) await turn();
  }
  // The target of a WeakRef is kept alive until the end of the job.
  await turn();
  collect();
  expect(chunks.filter((chunk) => chunk.deref() !== undefined).length).toBeLessThan(1_000);
  stream.end();
  expect(await outcome).toHaveLength(5_000);
});
