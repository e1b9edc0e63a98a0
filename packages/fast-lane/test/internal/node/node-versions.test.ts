import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks';
import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { isInContextOf, RUN_TICKS } from '../../../src/internal/node/node-context.ts';
import { STREAM_STATES } from '../../../src/internal/node/node-stream-states.ts';
import { NODE_LISTENER, SEPARATES_CONTEXTS, SUPPORTED } from '../../../src/internal/node/node-versions.ts';

// Alarms for a new Node: if one of these fails, the lane is off there, and everything works, only more slowly.
test('this Node has everything that the lane needs', () => {
  expect(SUPPORTED).toBe(true);
});

test.runIf(SEPARATES_CONTEXTS)('this Node exposes the context in which a resource was created', () => {
  const storage = new AsyncLocalStorage<number>();
  const outside = new AsyncResource('Test');
  expect(isInContextOf(outside)).toBe(true);
  storage.run(1, () => {
    const inside = new AsyncResource('Test');
    expect([isInContextOf(inside), isInContextOf(outside)]).toEqual([true, false]);
    storage.run(2, () => expect(isInContextOf(inside)).toBe(false));
  });
});

test('this Node can run ticks and promise jobs synchronously', async () => {
  const ran: string[] = [];
  // Promise jobs don't run inside another one, and a test runs in one.
  await new Promise<void>((resolve) => {
    setImmediate(() => {
      process.nextTick(() => {
        void Promise.resolve().then(() => process.nextTick(() => ran.push('tick of a job')));
        ran.push('tick');
      });
      RUN_TICKS?.();
      ran.push('after');
      resolve();
    });
  });
  expect(ran).toEqual(['tick', 'tick of a job', 'after']);
});

test('the lane emits no deprecation warning with --pending-deprecation', async () => {
  const child = fileURLToPath(new URL('../thrown-in-body-child.mjs', import.meta.url));
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [
    '--pending-deprecation',
    child,
    'fast',
    'after',
  ]);
  expect([stdout.includes('/1'), stderr]).toEqual([true, '']);
});

test('plain and secure servers have the same connection listener', () => {
  expect(createServer().listeners('connection')).toEqual([NODE_LISTENER]);
  expect(createSecureServer().listeners('secureConnection')).toEqual([NODE_LISTENER]);
});

test('each state of a stream is a different number', () => {
  const states = Object.values(STREAM_STATES);
  expect(states.every(Number.isInteger)).toBe(true);
  expect(new Set(states).size).toBe(states.length);
});
