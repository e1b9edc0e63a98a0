import { expect, test } from 'vitest';
import type { Sample, ScenarioResult } from '../result.mjs';
import { summarize } from '../summary.mjs';

const sample = (rate: number, cpu: number, more: Partial<Sample> = {}): Sample => ({
  requests: rate,
  rate,
  cpu,
  busy: 1,
  generatorBusy: 0.5,
  rss: 1,
  peakRss: 2,
  ...more,
});

const scenario = (servers: ScenarioResult['servers']): ScenarioResult => ({
  suite: 'hello',
  name: 'hello',
  title: 'hello JSON',
  source: 'nowhere',
  load: { connections: 1, pipelining: 1, seconds: 1, warmUp: 1 },
  baseline: 'node-http',
  servers,
});

const bare = { name: 'node-http', rounds: [sample(100, 10), sample(200, 5)] };

test('a round that a server had no part in is neither a sample nor a failure', () => {
  const late = { name: 'late', rounds: [false as const, sample(100, 5)] };
  const row = summarize(scenario([bare, late])).find(({ server }) => server === 'late');
  expect(row).toMatchObject({ rounds: 1, rateRatio: { median: 0.5 } });
});

test('ratios compare within a round, not across, and more is better', () => {
  const rows = summarize(scenario([bare, { name: 'other', rounds: [sample(50, 20), sample(120, 10)] }]));
  expect(rows.map(({ server }) => server)).toEqual(['node-http', 'other']);
  expect(rows[1]).toMatchObject({
    rate: { median: 85 },
    rateRatio: { median: 0.55 },
    cpu: { median: 15 },
    cpuRatio: { median: 0.5, low: 0.5, high: 0.5 },
    decides: 'rate',
  });
});

test('a round in which either failed has no ratio', () => {
  const rows = summarize(scenario([bare, { name: 'other', rounds: [null, sample(100, 10)] }]));
  expect(rows[1]).toMatchObject({ rounds: 1, rateRatio: { median: 0.5 } });
  const alone = summarize(scenario([{ name: 'other', rounds: [sample(1, 1)] }]));
  expect(alone[0]).not.toHaveProperty('rateRatio');
});

test('a server that never answered is left out', () => {
  expect(summarize(scenario([bare, { name: 'other', rounds: [null, null] }]))).toHaveLength(1);
});

test('processor time decides where the generator was the limit', () => {
  const limited = { busy: 0.6, generatorBusy: 0.99 };
  const rows = summarize(
    scenario([
      bare,
      { name: 'limited', rounds: [sample(110, 5, limited)] },
      { name: 'faster', rounds: [sample(120, 10)] },
    ]),
  );
  expect(rows.map(({ server, decides }) => [server, decides])).toEqual([
    ['limited', 'cpu'],
    ['node-http', 'rate'],
    ['faster', 'rate'],
  ]);
});

test('a warm-up that was cut off is told, and what others and the host took of the core', () => {
  const cold = sample(100, 1, { warmedUp: 0, others: 0.3, stolen: 0.2 });
  const fine = sample(100, 1, { warmedUp: 1, others: 0.02, stolen: 0.02 });
  const rows = summarize(
    scenario([
      { name: 'node-http', rounds: [fine, fine] },
      { name: 'other', rounds: [fine, cold] },
    ]),
  );
  expect(rows[0]).not.toHaveProperty('warmedUp');
  expect(rows[0]).not.toHaveProperty('others');
  expect(rows[0]).not.toHaveProperty('stolen');
  expect(rows[1]).toMatchObject({ warmedUp: 0, others: 0.3, stolen: 0.2 });
});

test('up to three rounds have a range instead of quartiles', () => {
  const rows = summarize(
    scenario([{ name: 'node-http', rounds: [sample(100, 1), sample(120, 1), sample(200, 1)] }]),
  );
  expect(rows[0]?.rate).toEqual({ median: 120, low: 100, high: 200 });
});

test('figures that were not measured are missing', () => {
  const [plain] = summarize(scenario([bare]));
  for (const name of ['latency', 'heap', 'idleRss', 'elu', 'gcTime', 'coldStart']) {
    expect(plain).not.toHaveProperty(name);
  }
  const measured = sample(100, 1, { requests: 50, gc: { time: 5, count: 2 }, elu: 0.5, coldStart: 80 });
  const [row] = summarize(scenario([{ name: 'node-http', rounds: [measured] }]));
  expect(row).toMatchObject({ gcTime: 10, elu: 0.5, coldStart: 80 });
});
