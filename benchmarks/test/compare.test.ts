import { describe, expect, test } from 'vitest';
import { compareRounds, comparisonTable } from '../compare/comparison.mjs';
import type { Round } from '../compare/measure.mjs';
import { readOptions } from '../compare/options.mjs';
import { change, judge } from '../compare/verdict.mjs';
import { readSuites } from '../suites.mjs';

describe('a verdict', () => {
  const still = [1, 1.005, 0.995, 1, 1];

  test('calls nothing different within the noise', () => {
    expect(judge([1.03, 1.02, 1.04, 1.03, 1.03], [0.95, 1, 1.05, 1.06, 0.94]).word).toBe('same');
  });

  test('takes noise to go both ways', () => {
    expect(judge([1.03, 1.02, 1.04, 1.03, 1.03], [0.94, 0.95, 1, 1, 0.95])).toMatchObject({
      word: 'same',
      threshold: expect.closeTo(0.05),
    });
  });

  test('calls nothing different whose quartiles reach into the noise', () => {
    expect(judge([0.99, 1.3, 1.4, 1.5, 1], still).word).toBe('same');
  });

  test('calls nothing different that is less than one in a hundred', () => {
    expect(judge([1.009, 1.009, 1.009, 1.009], [1, 1, 1, 1]).word).toBe('same');
  });

  test('calls nothing different after three rounds', () => {
    expect(judge([2, 2, 2], [1, 1, 1]).word).toBe('same');
  });

  test.each([
    ['more', [1.04, 1.05, 1.03, 1.04, 1.05]],
    ['less', [0.9, 0.91, 0.92, 0.9, 0.91]],
  ])('says %s beyond the noise', (word, ratios) => {
    expect(judge(ratios, still).word).toBe(word);
  });
});

test.each([
  [1.082, '+8.2 %'],
  [0.918, '−8.2 %'],
  [1.0004, '0.0 %'],
])('a ratio of %d is a change of %s', (ratio, text) => {
  expect(change(ratio)).toBe(text);
});

/** Rounds in which the head takes so many times the processor time of the base. */
function rounds(...ratios: number[]): Round[] {
  const sample = (cpu: number) => ({ cpu, rate: 1_000 / cpu }) as Round['base'];
  return ratios.map((ratio) => ({ base: sample(10), head: sample(10 * ratio), again: sample(10 * ratio) }));
}

describe('a comparison', () => {
  const slower = compareRounds('hello', rounds(1.2, 1.21, 1.22, 1.2));

  test('is of the head to the base', () => {
    expect(slower).toMatchObject({
      verdict: 'slower',
      base: 10,
      cpu: { word: 'more' },
      rate: { word: 'less' },
    });
    expect(compareRounds('hello', rounds(0.8, 0.81, 0.79, 0.8)).verdict).toBe('faster');
    expect(compareRounds('hello', rounds(1, 1, 1.01, 0.99)).verdict).toBe('no difference');
  });

  test('is a line of a table', () => {
    const [, , line = ''] = comparisonTable([slower]).split('\n');
    expect(line.split('|').map((cell) => cell.trim())).toEqual([
      '',
      'hello',
      '10.0 µs',
      '12.1 µs',
      '+20.5 %',
      '+20.0 to +21.2',
      '± 1.0 %',
      '−17.0 %',
      'slower',
      '',
    ]);
  });
});

describe('the options', async () => {
  const suites = await readSuites();

  test('name the base', () => {
    expect(readOptions(['main', '--scenario', 'hello', '--fail-on', 'slower'], suites)).toMatchObject({
      ref: 'main',
      scenarios: ['hello'],
      server: 'nextpress',
      failsOnSlower: true,
    });
  });

  test.each([
    [[], 'with what? Name a branch, a tag or a commit'],
    [['main', 'next'], 'one git ref at a time: got main, next'],
    [['main', '--rounds', '3'], '--rounds is 3: from fewer than 4 nothing can be told'],
    [['main', '--fail-on', 'faster'], '--fail-on is "faster": write slower'],
    [['main', '--server', 'express'], '--server is "express": write one that runs the packages'],
    [['main', '--scenario', 'bye'], 'nextpress has no scenario "bye": there are hello,'],
  ])('refuse %j', (args, problem) => {
    expect(() => readOptions(args, suites)).toThrow(problem);
  });
});
