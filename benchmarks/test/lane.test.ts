import { expect, test } from 'vitest';
import { batchesOf } from '../lane/measure.mjs';
import { readOptions } from '../lane/options.mjs';
import { order } from '../lane/requests.mjs';
import { readResponse, withoutDate } from '../lane/response.mjs';
import { scenarios } from '../lane/scenarios.mjs';
import { summarize } from '../lane/summary.mjs';

const text =
  'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nDate: Sat, 21 Nov 2026 10:00:00 GMT\r\nX-A:  b \r\n\r\nok';
const [hello] = scenarios;
if (hello === undefined) throw new Error('no scenarios');

test('a response is read when it is complete, and no further', () => {
  expect(readResponse(text.slice(0, -1))).toBeUndefined();
  const response = readResponse(`${text}HTTP/1.1`);
  expect(response).toMatchObject({ status: 200, body: 'ok', text });
  expect(response?.fields.get('x-a')).toBe('b');
});

test('a response without a length is refused', () => {
  expect(() => readResponse('HTTP/1.1 200 OK\r\n\r\n')).toThrow('Content-Length');
});

test('dates are no difference between two answers', () => {
  expect(withoutDate(text)).toBe(withoutDate(text.replace('10:00', '11:00')));
  expect(withoutDate(text)).not.toBe(withoutDate(text.replace('X-A', 'X-B')));
});

test('batches go through the cycle of requests and hold what must come back', () => {
  const requests = ['a', 'b', 'c', 'd'].map((request) => Buffer.from(request));
  const batches = batchesOf({ ...hello, requests }, ['1', '22', '3', '4'], 6);
  expect(batches.map(({ pieces }) => Buffer.concat(pieces).toString())).toEqual(['abcdab', 'cdabcd']);
  expect(batches.map(({ answer, length, requests }) => [answer, length, requests])).toEqual([
    ['12234122', 8, 6],
    ['3412234', 7, 6],
  ]);
});

test('a batch is cut into pieces without losing a byte', () => {
  const [batch] = batchesOf({ ...hello, pieces: 7 }, [text], 150);
  const [request] = hello.requests;
  expect(batch?.pieces.length).toBe(7);
  expect(Buffer.concat(batch?.pieces ?? []).length).toBe(150 * (request?.length ?? 0));
});

test('a server that closes its connections is not asked for pipelined answers', () => {
  const closing = text.replace('X-A:  b', 'connection: close');
  expect(batchesOf(hello, [closing], 10)).toEqual([]);
  expect(batchesOf(hello, [closing], 1)[0]?.closes).toBe(true);
});

test('the body of an order is one kilobyte', () => {
  expect(Buffer.byteLength(order)).toBe(1_024);
});

test('goals are those of the Node that is measured, and ratios those of a round', () => {
  const sample = (cpu: number) => ({ cpu, rate: 1_000 / cpu, busy: 1 });
  const round = (bare: number, lane: number) =>
    new Map([
      ['node-http', sample(bare)],
      ['nextpress-node', sample(bare + 1)],
      ['nextpress', sample(lane)],
    ]);
  const rounds = new Map([
    [1, [round(16, 10), round(32, 20), round(24, 15)]],
    [10, [round(10, 12), round(10, 14), round(10, 16)]],
  ]);
  const { rows } = summarize(hello, rounds, new Map(), '24');
  expect(rows.map(({ least, met, slower }) => [least, met, slower])).toEqual([
    [1.7, false, false],
    [5, false, true],
  ]);
  expect(summarize(hello, rounds, new Map(), '20').rows[0]?.met).toBe(true);
  expect(rows[0]?.variants.nextpress?.ratio.median).toBe(1.6);
});

test('wrong options say what is wrong', () => {
  expect(() => readOptions(['--scenario', 'nothing'])).toThrow('there is no scenario "nothing"');
  expect(() => readOptions(['--rounds', '0'])).toThrow('--rounds is "0"');
  expect(readOptions(['--help'])).toBeUndefined();
  expect(readOptions(['--scenario', 'hello', '--node', '24'])).toMatchObject({ nodes: ['24'], rounds: 5 });
});
