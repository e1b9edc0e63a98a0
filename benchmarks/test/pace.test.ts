import { expect, test } from 'vitest';
import { createPace } from '../pace.mjs';
import { choosePlan, secondsOf } from '../schedule.mjs';
import { choicesOf, nothing } from './choices.ts';

const left = choicesOf(20);

test('a run keeps its plan while it is fast enough', () => {
  let clock = 0;
  const budget = 1_000;
  const plan = choosePlan(left, nothing, budget);
  const pace = createPace({ ...nothing, budget }, () => clock);
  expect(pace.planFor(left, plan, 0)).toBe(plan);
  clock = 100_000;
  expect(pace.planFor(left.slice(4), plan, 100)).toBe(plan);
});

test('what is left of a fast run gets a longer plan that fits', () => {
  let clock = 0;
  const budget = 500;
  const plan = choosePlan(left, nothing, budget);
  const pace = createPace({ ...nothing, budget }, () => clock);
  const expected = secondsOf(left.slice(0, 10), plan, nothing);
  clock = expected * 600;
  const next = pace.planFor(left.slice(10), plan, expected);
  expect(next.rounds).toBeGreaterThan(plan.rounds);
  expect(secondsOf(left.slice(10), next, nothing)).toBeLessThanOrEqual((budget - clock / 1_000) / 0.6);
});

test('what is left of a slow run gets a plan that fits', () => {
  let clock = 0;
  const budget = 2_000;
  const plan = choosePlan(left, nothing, budget);
  const pace = createPace({ ...nothing, budget }, () => clock);
  clock = 800_000;
  const next = pace.planFor(left.slice(5), plan, 400);
  expect(next).not.toBe(plan);
  expect(secondsOf(left.slice(5), next, nothing)).toBeLessThanOrEqual(600);
});
