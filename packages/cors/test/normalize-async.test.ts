import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { type CorsCallback, normalizeAsync } from '../src/normalize-async.ts';

type Given = (subject: number, callback: CorsCallback<unknown>) => unknown;
const normalize = (given: Given) => normalizeAsync(given, (answer, subject) => [answer, subject]);

test('what is returned is the answer, at once', () => {
  expect(normalize((subject) => subject + 1)(1)).toEqual([2, 1]);
  expect(normalize(() => undefined)(1)).toEqual([undefined, 1]);
});

test('a promise, of any library, is waited for', async () => {
  const thenable: unknown = Object.fromEntries([['then', (done: (value: string) => void) => done('late')]]);
  expect(await normalize(async () => 'late')(1)).toEqual(['late', 1]);
  const answer = normalize(() => thenable)(1);
  expect(answer).toBeInstanceOf(Promise);
  expect(await answer).toEqual(['late', 1]);
});

test('a function with a second parameter calls back', async () => {
  expect(await normalize((_, callback) => callback(null, 'called'))(1)).toEqual(['called', 1]);
  const both: Given = async (_, callback) => {
    await null;
    callback(null, 'called');
  };
  expect(await normalize(both)(1)).toEqual(['called', 1]);
});

test('what a function with a second parameter returns or promises is no answer', async () => {
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

test('a callback without an answer says null', async () => {
  expect(await normalize((_, callback) => callback())(1)).toEqual([null, 1]);
});

test('the first call of a callback counts', async () => {
  const twice: Given = (_, callback) => {
    callback(null, 'first');
    callback(new Error('second'));
  };
  expect(await normalize(twice)(1)).toEqual(['first', 1]);
});

test('what is called back as an error, thrown or rejected with fails', async () => {
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
