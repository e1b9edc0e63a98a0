import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { onClose, ready, reportMetrics, startCluster, workerSlot } from '../src/index.ts';

const run = promisify(execFile);
const module = fileURLToPath(new URL('programs/whole.mjs', import.meta.url));
const commonJs = fileURLToPath(new URL('programs/whole.cjs', import.meta.url));
const nested = fileURLToPath(new URL('programs/nested.mjs', import.meta.url));
const failing = fileURLToPath(new URL('programs/failing.mjs', import.meta.url));

describe('a function as the worker', () => {
  test('is called in workers that run the same ES module', async () => {
    const { stdout } = await run(process.execPath, [module]);
    expect(JSON.parse(stdout)).toEqual({ slots: ['0', '0', '1', '1'], workers: 0 });
  });

  test('is called in workers that run the same CommonJS module', async () => {
    const { stdout } = await run(process.execPath, [commonJs]);
    expect(stdout.trim().split('\n')).toEqual(['0', 'closing']);
  });
});

describe('an invalid worker', () => {
  test.each([
    ['/does/not/exist.mjs', 'got "/does/not/exist.mjs"'],
    [new URL('https://localhost/worker.mjs'), 'got "https://localhost/worker.mjs"'],
    [undefined as unknown as string, 'got undefined'],
  ])('%s throws', async (worker, message) => {
    const expected =
      'Invalid worker of startCluster(): expected a function, or the path or file: URL of a file that exists, ';
    await expect(startCluster(worker)).rejects.toThrow(expected + message);
  });

  test('of another cluster throws', async () => {
    const { stdout } = await run(process.execPath, [nested]);
    expect(stdout.trim()).toBe(
      'startCluster() was called in a worker of another cluster. Start this program as one process (with pm2: exec_mode "fork").',
    );
  });
});

test('a cluster that could not start no longer handles signals', async () => {
  const { stdout } = await run(process.execPath, [failing]);
  expect(JSON.parse(stdout)).toEqual({ code: 'ERR_CRASH_LOOP', handlers: 0 });
});

test('outside of a cluster, the functions for workers do nothing', () => {
  expect(workerSlot()).toBeUndefined();
  expect(() => ready()).not.toThrow();
  expect(() => onClose(() => {})).not.toThrow();
  expect(() => reportMetrics({ counters: () => ({}) })).not.toThrow();
  expect(() => onClose('close' as never)).toThrow(
    'Invalid option "callback" of onClose(): expected a function, got "close".',
  );
});
