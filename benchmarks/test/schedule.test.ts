import { expect, test } from 'vitest';
import { readOptions } from '../options.mjs';
import { choosePlan, loadOf, roundsOf, secondsOf, wishedPlan } from '../schedule.mjs';
import { select } from '../selection.mjs';
import { readSuites } from '../suites.mjs';
import { choiceOf, nothing } from './choices.ts';

const plan = { rounds: 4, fixedRounds: 2, seconds: 1.5, whole: true };

test('more time means more rounds', () => {
  const choices = [choiceOf(6), choiceOf(6)];
  const short = choosePlan(choices, nothing, 120);
  const long = choosePlan(choices, nothing, 1_200);
  expect(long.rounds).toBeGreaterThan(short.rounds);
  expect(secondsOf(choices, short, nothing)).toBeLessThanOrEqual(120);
  expect(secondsOf(choices, long, nothing)).toBeLessThanOrEqual(1_200);
});

test('two rounds are the least, however short the time', () => {
  expect(choosePlan([choiceOf(500)], nothing, 1)).toMatchObject({ rounds: 2, seconds: 0.5 });
});

test('times that the source names are those of a whole plan, and seldom repeated', () => {
  const { scenario } = choiceOf(1, { seconds: 10, warmUpSeconds: 2 });
  const load = loadOf(scenario, plan, nothing);
  expect(load).toMatchObject({ seconds: 10, leastWarmUp: 2 });
  expect(roundsOf(load, plan)).toBe(2);
  const short = loadOf(scenario, { ...plan, whole: false }, nothing);
  expect(short).toMatchObject({ seconds: 1.5, leastWarmUp: 0 });
  expect(roundsOf(short, plan)).toBe(4);
  expect(loadOf(scenario, plan, { ...nothing, seconds: 1 })).toMatchObject({ leastWarmUp: 0 });
});

test('no plan saves time on the warm-up', () => {
  for (const budget of [1, 120, 6_600]) {
    const chosen = choosePlan([choiceOf(500)], nothing, budget);
    expect(loadOf(choiceOf(1).scenario, chosen, nothing).warmUp).toBe(20_000);
  }
});

test('what was asked for is not changed to fit', () => {
  const wishes = { ...nothing, rounds: 9, seconds: 5 };
  expect(choosePlan([choiceOf(20)], wishes, 1)).toMatchObject({ rounds: 9, fixedRounds: 9, seconds: 5 });
});

test('the time grows with servers, rounds and requests', () => {
  const one = secondsOf([choiceOf(1)], plan, nothing);
  expect(secondsOf([choiceOf(3)], plan, nothing)).toBeCloseTo(3 * one);
  expect(secondsOf([choiceOf(1)], { ...plan, rounds: 8 }, nothing)).toBeCloseTo(2 * one);
  const fixed = [choiceOf(1, { requests: 100_000 })];
  const more = [choiceOf(1, { requests: 200_000 })];
  expect(secondsOf(more, plan, nothing)).toBeGreaterThan(secondsOf(fixed, plan, nothing) + 5);
  expect(roundsOf({ requests: 100_000, seconds: 1.5 }, plan)).toBe(2);
});

test("a scenario's load stands unless another is asked for", () => {
  const { scenario } = choiceOf(1, { connections: 25, requests: 1_000, warmUp: 10 });
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

test('everything is measured as the sources do, whatever the seconds of the other scenarios', () => {
  const wishes = { ...nothing, full: true, seconds: 0.5 };
  const short = wishedPlan(plan, wishes);
  expect(loadOf(choiceOf(1, { requests: 100_000 }).scenario, short, wishes)).toMatchObject({
    requests: 100_000,
  });
  expect(loadOf(choiceOf(1, { seconds: 10, warmUpSeconds: 2 }).scenario, short, wishes)).toMatchObject({
    seconds: 10,
    leastWarmUp: 2,
  });
  expect(loadOf(choiceOf(1).scenario, short, wishes)).toMatchObject({ seconds: 0.5 });
});

test('the essential scenarios fit into three minutes, all of them into two hours', async () => {
  const suites = await readSuites();
  for (const { full, minutes } of [
    { full: false, minutes: 3 },
    { full: true, minutes: 120 },
  ]) {
    const budget = readOptions(full ? ['--full'] : [], suites)?.budget ?? 0;
    const choices = select(suites, { full, suites: undefined, scenarios: undefined, servers: undefined });
    const chosen = choosePlan(choices, nothing, budget);
    expect(chosen.rounds).toBeGreaterThanOrEqual(3);
    expect(secondsOf(choices, chosen, nothing)).toBeLessThan(60 * minutes);
  }
});

test('what was asked for takes the place of what a plan says', () => {
  expect(wishedPlan(plan, { ...nothing, rounds: 3 })).toEqual({ ...plan, rounds: 3, fixedRounds: 3 });
  expect(wishedPlan(plan, nothing)).toEqual(plan);
});
