import { expect, test } from 'vitest';
import { groupAbsences } from '../../report/absences.mjs';
import { rates, resultOf } from './result-of.ts';

test('a server that is missing for one reason is told once, with where', () => {
  const names = ['a', 'b', 'c', 'd'];
  const scenarios = Object.fromEntries(names.map((name) => [name, { 'node-http': rates(1) }]));
  const result = resultOf(scenarios, [
    { server: 'go', reason: 'not installed' },
    ...names.map((scenario) => ({ server: 'nginx', scenario, reason: 'not installed' })),
    { server: 'deno', scenario: 'a', reason: 'answers 500' },
    { server: 'deno', scenario: 'b', reason: 'answers 404' },
    { server: 'bun', scenario: 'a', reason: 'answers 500' },
    { server: 'bun', scenario: 'c', reason: 'answers 500' },
  ]);
  expect(groupAbsences(result)).toEqual([
    { server: 'go', where: '', reason: 'not installed' },
    { server: 'nginx', where: '4 scenarios', reason: 'not installed' },
    { server: 'deno', where: 'the scenario a', reason: 'answers 500' },
    { server: 'deno', where: 'the scenario b', reason: 'answers 404' },
    { server: 'bun', where: 'the scenario a and the scenario c', reason: 'answers 500' },
  ]);
});
