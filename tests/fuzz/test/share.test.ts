import { expect, test } from 'vitest';
import { type Options, readOptions } from '../options.mjs';
import { sharesOf } from '../share.mjs';

const optionsOf = (...args: string[]): Options => {
  const options = readOptions(args);
  if (options === undefined) throw new Error('that asks for help');
  return options;
};

test('every case is in exactly one share', () => {
  const shares = sharesOf(optionsOf('--cases', '10', '--processes', '3'));
  const numbers = shares.flatMap(({ first, cases }) =>
    Array.from({ length: cases ?? 0 }, (_, at) => first + at),
  );
  expect(numbers).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
});

test('one share tries the cases that are kept', () => {
  const shares = sharesOf(optionsOf('--processes', '2'));
  expect(shares.map(({ withRegressions }) => withRegressions)).toEqual([true, false]);
});

test('processes that go on until the time is up never meet', () => {
  const [one, other] = sharesOf(optionsOf('--seconds', '5', '--processes', '2'));
  expect([one?.cases, other?.cases]).toEqual([null, null]);
  expect(other?.first).toBeGreaterThan(10_000_000);
});

test('a case that is replayed is the only one', () => {
  expect(sharesOf(optionsOf('--mode', 'bytes', '--case', '7:12', '--processes', '2'))).toMatchObject([
    { first: 12, cases: 1, withRegressions: false },
  ]);
});
