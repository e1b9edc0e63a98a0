import { expect, test } from 'vitest';
import { leftOutOf } from '../left-out.mjs';
import { leftOutSentence } from '../report/left-out.mjs';
import { readSuites } from '../suites.mjs';
import { resultOf } from './report/result-of.ts';

const result = resultOf({ hello: { 'node-http': [], koa: [] } });

test('what there is and a result does not hold is named', async () => {
  const { servers, scenarios } = leftOutOf(result, await readSuites());
  expect(servers).toContain('express');
  expect(servers).not.toContain('koa');
  expect(scenarios).toContain('params');
  expect(scenarios).not.toContain('hello');
});

test('a part is told as one', () => {
  const sentence = leftOutSentence({ ...result, leftOut: { servers: ['bun', 'go'], scenarios: [] } });
  expect(sentence).toBe('A part of what there is: 2 of 4 servers, without `bun`, `go`.');
  const both = leftOutSentence(
    { ...result, leftOut: { servers: ['go'], scenarios: ['gc'] } },
    (name) => name,
  );
  expect(both).toBe('A part of what there is: 2 of 3 servers, without go; 1 of 2 scenarios, without gc.');
});

test('nothing is told of everything', () => {
  expect(leftOutSentence({ ...result, leftOut: { servers: [], scenarios: [] } })).toBe('');
  expect(leftOutSentence(result)).toBe('');
});
