import { expect, test } from 'vitest';
import { roundsOf, secondsOf } from '../../report/rounds.mjs';
import { rates, resultOf } from './result-of.ts';

const result = resultOf({
  first: { 'node-http': rates(1, 1, 1), nextpress: [{ rate: 1 }, null, { rate: 1 }] },
  second: { 'node-http': rates(1, 1) },
});

test('the rounds are those that were measured, whatever was planned', () => {
  expect(roundsOf(result)).toBe('2 to 3');
  expect(roundsOf({ scenarios: result.scenarios.slice(1) })).toBe('2');
  expect(roundsOf({ scenarios: [] })).toBe('0');
});

test('a round that a server had no part in is none', () => {
  const [first] = resultOf({ first: { 'node-http': rates(1, 1) } }).scenarios;
  const late = { name: 'koa', rounds: [false, ...(first?.servers[0]?.rounds.slice(1) ?? [])] as const };
  const scenarios =
    first === undefined ? [] : [{ ...first, servers: [{ ...late, rounds: [...late.rounds] }] }];
  expect(roundsOf({ scenarios })).toBe('1');
});

test('the seconds are those of the windows that are a time', () => {
  const [first, second] = result.scenarios;
  const load = { connections: 1, pipelining: 1, warmUp: 0 };
  const scenarios = [first, { ...second, load: { ...load, seconds: 1.5 } }, { ...first, load }];
  expect(secondsOf({ scenarios: scenarios as typeof result.scenarios })).toBe('1 to 1.5');
});
