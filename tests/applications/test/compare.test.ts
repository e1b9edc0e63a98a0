import { expect, test } from 'vitest';
import { differencesBetween } from '../harness/compare.mjs';

const exchange = {
  request: 'GET /',
  status: '200 OK',
  headers: ['content-type: text/plain', 'etag: "1"'],
  body: 'one\ntwo',
};

test('two runs with the same responses do not differ', () => {
  expect(differencesBetween([exchange], [{ ...exchange }])).toEqual([]);
});

test.for([
  ['status', { status: '500 Internal Server Error' }, ['  - 200 OK', '  + 500 Internal Server Error']],
  [
    'header value',
    { headers: ['content-type: text/plain', 'etag: "2"'] },
    ['  - etag: "1"', '  + etag: "2"'],
  ],
  ['missing header', { headers: ['content-type: text/plain'] }, ['  - etag: "1"']],
  ['line of a body', { body: 'one\nthree' }, ['  - two', '  + three']],
] as const)('another %s is shown', ([, change, lines]) => {
  expect(differencesBetween([exchange], [{ ...exchange, ...change }])).toEqual([
    ['GET /', ...lines].join('\n'),
  ]);
});

test('a repeated line and another order of lines are differences', () => {
  expect(differencesBetween([exchange], [{ ...exchange, body: 'one\ntwo\ntwo' }])).toHaveLength(1);
  expect(differencesBetween([exchange], [{ ...exchange, body: 'two\none' }])).toHaveLength(1);
});

test('a request that was not sent is a difference', () => {
  expect(differencesBetween([exchange], [])).toHaveLength(1);
});
