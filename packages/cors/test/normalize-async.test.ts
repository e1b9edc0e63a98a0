import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { type CorsCallback, normalizeAsync } from '../src/normalize-async.ts';

type Given = (subject: number, callback: CorsCallback<unknown>) => unknown;
const normalize = (given: Given) => normalizeAsync(given, (response, subject) => [response, subject]);

test('normalizeAsync returns a result synchronously', () => {
  expect(normalize((subject) => subject + 1)(1)).toEqual([2, 1]);
  expect(normalize(() => undefined)(1)).toEqual([undefined, 1]);
});

test('normalizeAsync awaits promises of any library', async () => {
  const thenable: unknown = Object.fromEntries([['then', (done: (value: string) => void) => done('late')]]);
  expect(await normalize(async () => 'late')(1)).toEqual(['late', 1]);
  const response = normalize(() => thenable)(1);
  expect(response).toBeInstanceOf(Promise);
  expect(await response).toEqual(['late', 1]);
});

test('normalizeAsync waits for the callback of a function with two parameters', async () => {
  expect(await normalize((_, callback) => callback(null, 'called'))(1)).toEqual(['called', 1]);
  const both: Given = async (_, callback) => {
    await null;
    callback(null, 'called');
  };
  expect(await normalize(both)(1)).toEqual(['called', 1]);
});

test('normalizeAsync ignores the return value of a function with two parameters', async () => {
  const bus = new EventEmitter().on('ask', (_, callback) => setImmediate(callback, null, 'called'));
  expect(await normalize((_, callback) => setImmediate(callback, null, 'called'))(1)).toEqual(['called', 1]);
  expect(await normalize((subject, callback) => bus.emit('ask', subject, callback))(1)).toEqual([
    'called',
    1,
  ]);
  expect(await normalize(async (subject, callback) => bus.emit('ask', subject, callback))(1)).toEqual([
    'called',
    1,
  ]);
});

test('a callback without a result stands for null', async () => {
  expect(await normalize((_, callback) => callback())(1)).toEqual([null, 1]);
});

test('only the first call of a callback counts', async () => {
  const twice: Given = (_, callback) => {
    callback(null, 'first');
    callback(new Error('second'));
  };
  expect(await normalize(twice)(1)).toEqual(['first', 1]);
});

test('normalizeAsync fails with errors that are passed to the callback, thrown or rejected', async () => {
  const failing: Given[] = [
    (_, callback) => callback(new Error('no')),
    (_, _callback) => {
      throw new Error('no');
    },
    async (_, _callback) => {
      throw new Error('no');
    },
    () => Promise.reject(new Error('no')),
  ];
  for (const given of failing) await expect(normalize(given)(1)).rejects.toThrow('no');
  const throwing = normalize(() => {
    throw new Error('no');
  });
  expect(() => throwing(1)).toThrow('no');
});
