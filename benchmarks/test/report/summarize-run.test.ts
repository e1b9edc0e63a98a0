import { describe, expect, test } from 'vitest';
import { times } from '../../report/figures.mjs';
import { summarizeRun } from '../../report/summarize-run.mjs';
import { rates, resultOf } from './result-of.ts';

const only = (...parameters: Parameters<typeof resultOf>) => {
  const [scenario] = summarizeRun(resultOf(...parameters));
  if (scenario === undefined) throw new Error('there is no scenario');
  return scenario;
};
const saturated = { busy: 0.5, generatorBusy: 1 };

describe('summarizeRun', () => {
  test('takes ratios within a round, and their median', () => {
    const { rows } = only({ hello: { 'node-http': rates(100, 50, 200), nextpress: rates(120, 55, 300) } });
    // 1.2, 1.1 and 1.5: not 120 / 100, which is the ratio of the medians.
    expect(rows[0]).toMatchObject({ name: 'nextpress', score: { least: 1.1, most: 1.5 } });
    expect(rows[0]?.score.median).toBeCloseTo(1.2);
  });

  test('ranks the best first', () => {
    const { rows } = only({
      hello: { 'node-http': rates(100), koa: rates(60), nextpress: rates(130), bun: rates(200) },
    });
    expect(rows.map(({ name }) => name)).toEqual(['bun', 'nextpress', 'node-http', 'koa']);
  });

  test('lets processor time decide the whole scenario where the generator was the bottleneck of one server', () => {
    const { decidedBy, rows } = only({
      hello: {
        'node-http': [{ rate: 100, cpu: 10, ...saturated }],
        nextpress: [{ rate: 101, cpu: 5, ...saturated }],
        express: [{ rate: 20, cpu: 50 }],
      },
    });
    expect(decidedBy).toBe('cpu');
    expect(rows.map(({ name, score, saturated: hollow }) => [name, times(score.median), hollow])).toEqual([
      ['nextpress', '2.00×', true],
      ['node-http', '1.00×', true],
      ['express', '0.20×', false],
    ]);
  });

  test('lets rates decide where every server was the bottleneck', () => {
    const { decidedBy } = only({ hello: { 'node-http': rates(100), express: rates(20) } });
    expect(decidedBy).toBe('rate');
  });

  test('ranks a cold start by its time, memory by its peak, collections by their time', () => {
    const score = (name: string, bare: object, own: object) =>
      only({ [name]: { 'node-http': [bare], nextpress: [own] } }).rows.find((row) => row.name === 'nextpress')
        ?.score.median;
    expect(score('cold-start', { coldStart: 60 }, { coldStart: 40 })).toBeCloseTo(1.5);
    expect(score('memory', { peakRss: 100 }, { peakRss: 200 })).toBeCloseTo(0.5);
    expect(score('gc', { gc: { time: 30, count: 3 } }, { gc: { time: 10, count: 9 } })).toBeCloseTo(3);
  });

  test('leaves out a round that one of the two failed in, and counts it', () => {
    const { rows } = only({
      hello: { 'node-http': [{ rate: 100 }, null, { rate: 100 }], koa: [{ rate: 50 }, { rate: 70 }, null] },
    });
    const koa = rows.find(({ name }) => name === 'koa');
    expect(koa).toMatchObject({ failures: 1, score: { least: 0.5, most: 0.5 } });
  });

  test('names who is missing, with the reason', () => {
    const { missing } = only({ hello: { 'node-http': rates(100), koa: [null], nginx: [null] } }, [
      { server: 'go', reason: 'not installed' },
      { server: 'nginx', scenario: 'hello', reason: 'answers 500' },
      { server: 'deno', scenario: 'another', reason: 'no such thing' },
    ]);
    expect(missing).toEqual([
      { server: 'go', reason: 'not installed' },
      { server: 'nginx', reason: 'answers 500' },
      { server: 'koa', reason: 'no round that it and the baseline both finished' },
    ]);
  });
});
