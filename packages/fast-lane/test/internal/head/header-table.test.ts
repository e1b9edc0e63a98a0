import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { caseCount } from '@nextpress-internal/test-kit';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { headersOf } from '../../../src/internal/head/header-table.ts';
import { type Field, fields, linesOf, rawHeadersOf } from '../arbitrary-headers.ts';

interface NodeRequest extends IncomingMessage {
  joinDuplicateHeaders: boolean;
  _addHeaderLines(fields: string[], count: number): void;
}

/** Node's own result for the same headers. */
function nodeHeadersOf(list: readonly Field[], joinDuplicates: boolean): object {
  const req = new IncomingMessage(new Socket()) as NodeRequest;
  const rawHeaders = rawHeadersOf(list);
  req.joinDuplicateHeaders = joinDuplicates;
  req._addHeaderLines(rawHeaders, rawHeaders.length);
  return req.headers;
}

function expectSame(list: readonly Field[], joinDuplicates: boolean): void {
  const expected = nodeHeadersOf(list, joinDuplicates);
  const table = headersOf(linesOf(list), 0, joinDuplicates);
  expect(Object.getOwnPropertyDescriptors(table)).toEqual(Object.getOwnPropertyDescriptors(expected));
  expect(Reflect.ownKeys(table)).toEqual(Reflect.ownKeys(expected));
  expect(Object.getPrototypeOf(table)).toBe(Object.prototype);
}

describe('headersOf', () => {
  test('builds the same table as Node for any headers', () => {
    fc.assert(
      fc.property(fields, fc.boolean(), (list, joinDuplicates) => {
        expectSame(list, joinDuplicates);
      }),
      { numRuns: caseCount(3_000) },
    );
  });

  test('starts at the given position', () => {
    const head = 'GET / HTTP/1.1\r\n';
    expect(headersOf(`${head}Host: a\r\n\r\n`, head.length, false)).toEqual({ host: 'a' });
  });

  test('reads headers in any order', () => {
    const list: Field[] = [
      ['Host', 'a'],
      ['Accept', 'b'],
      ['Accept-Encoding', 'c'],
      ['Cookie', 'd'],
    ];
    const orders = [list, [...list].reverse(), list.slice(1), [...list, ...list], list];
    for (const order of orders) expectSame(order, false);
  });

  test('distinguishes names with a common prefix', () => {
    expectSame([['x-name', '1']], false);
    expectSame([['x-name-2', '1']], false);
    expectSame([['x', '-name:1']], false);
  });

  test.each(['__proto__', 'constructor', 'hasOwnProperty', 'toString', 'valueOf'])(
    'treats %s like Node',
    (name) => {
      for (const joinDuplicates of [false, true]) {
        expectSame([[name, 'a']], joinDuplicates);
        expectSame(
          [
            [name, 'a'],
            ['Host', 'b'],
            [name, 'c'],
          ],
          joinDuplicates,
        );
      }
    },
  );

  test('builds the same tables when the name cache is full', () => {
    const seldom = Array.from({ length: 600 }, (_, i): Field => [`X-Seldom-${i}`, `${i}`]);
    for (let i = 0; i < seldom.length; i += 60) expectSame(seldom.slice(i, i + 60), false);
    expectSame([...seldom.slice(500, 540), ['Host', 'a'], ...seldom.slice(500, 540), ['Host', 'b']], false);
    expectSame(
      [
        ['Server', 'a'],
        ['X-'.padEnd(300, 'long'), 'b'],
        ['Server', 'c'],
      ],
      true,
    );
  });

  test('returns a new table for each call', () => {
    const text = linesOf([
      ['Host', 'a'],
      ['Set-Cookie', 'b'],
    ]);
    const first = headersOf(text, 0, false);
    first.host = 'changed';
    first['set-cookie']?.push('changed');
    expect(headersOf(text, 0, false)).toEqual({ host: 'a', 'set-cookie': ['b'] });
  });
});
