import { expect, test } from 'vitest';
import { choosePlan, loadOf, roundsOf, secondsOf } from '../schedule.mjs';
import type { Choice } from '../selection.mjs';
import type { Load } from '../suite.mjs';

const nothing = {
  rounds: undefined,
  seconds: undefined,
  requests: undefined,
  connections: undefined,
  pipelining: undefined,
  warmUp: undefined,
};
const plan = { rounds: 4, fixedRounds: 2, seconds: 1.5, warmUp: 5_000 };

const choice = (servers: number, load?: Load): Choice => {
  const scenario = {
    name: 'one',
    title: 'one',
    requests: [{ method: 'GET', path: '/' }],
    answer: { status: 200 },
    ...(load !== undefined && { load }),
  };
  const suite = { name: 'one', title: 'one', source: 'nowhere', scenarios: [scenario], files: new Map() };
  const contenders = Array.from({ length: servers }, (_, index) => ({
    name: `server-${index}`,
    runtime: 'node' as const,
    path: '',
  }));
  return { suite, scenario, contenders };
};

test('more time means more rounds', () => {
  const choices = [choice(6), choice(6)];
  const short = choosePlan(choices, nothing, 120);
  const long = choosePlan(choices, nothing, 1_200);
  expect(long.rounds).toBeGreaterThan(short.rounds);
  expect(secondsOf(choices, short, nothing)).toBeLessThanOrEqual(120);
  expect(secondsOf(choices, long, nothing)).toBeLessThanOrEqual(1_200);
});

test('three rounds are the least, however short the time', () => {
  expect(choosePlan([choice(500)], nothing, 1)).toMatchObject({ rounds: 3, seconds: 0.7 });
});

test('what was asked for is not changed to fit', () => {
  const wishes = { ...nothing, rounds: 9, seconds: 5 };
  expect(choosePlan([choice(20)], wishes, 1)).toMatchObject({ rounds: 9, fixedRounds: 9, seconds: 5 });
});

test('the time grows with servers, rounds and requests', () => {
  const one = secondsOf([choice(1)], plan, nothing);
  expect(secondsOf([choice(3)], plan, nothing)).toBeCloseTo(3 * one);
  expect(secondsOf([choice(1)], { ...plan, rounds: 8 }, nothing)).toBeCloseTo(2 * one);
  const fixed = [choice(1, { requests: 100_000 })];
  expect(secondsOf(fixed, plan, nothing)).toBeGreaterThan(20);
  expect(roundsOf({ requests: 100_000 }, plan)).toBe(2);
});

test("a scenario's load stands unless another is asked for", () => {
  const { scenario } = choice(1, { connections: 25, requests: 1_000, warmUp: 10 });
  expect(loadOf(scenario, plan, nothing)).toMatchObject({
    connections: 25,
    pipelining: 1,
    requests: 1_000,
    warmUp: 10,
  });
  const wishes = { ...nothing, connections: 5, pipelining: 2, seconds: 1.5, warmUp: 1 };
  const asked = loadOf(scenario, plan, wishes);
  expect(asked).toMatchObject({ connections: 5, pipelining: 2, seconds: 1.5, warmUp: 1 });
  expect(asked).not.toHaveProperty('requests');
});
