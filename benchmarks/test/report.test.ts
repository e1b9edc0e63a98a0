import { expect, test } from 'vitest';
import { reportOf } from '../report.mjs';
import type { LoadResult, Result } from '../results.mjs';

const machine = { processor: 'CPU', cores: 2, memory: 8, platform: 'linux x64', pinned: true, load: 0 };

const result: Result = {
  node: '24.1.0',
  date: '2026-01-02T03:04:05.000Z',
  commit: 'abc',
  command: 'npm run bench -- --table --node 24',
  machine,
  load: { rounds: 5, seconds: 2, heads: 4_096, connections: 100, starts: 20 },
  versions: { express: '5.0.1' },
  rows: {
    hello: {
      express: { cpu: [50, 55.5, 60], rate: [1, 2, 3], busy: 1 },
      nextpress: { cpu: [10, 11.25, 12], rate: [1, 2, 3], busy: 1 },
    },
    start: { nextpress: { ms: [90, 95.4, 99] } },
  },
};

const load: LoadResult = {
  node: '24.1.0',
  date: '2026-01-02',
  command: 'npm run bench:load',
  machine,
  seconds: 10,
  versions: {},
  loads: [
    {
      scenario: 'hello',
      title: 'hello JSON',
      rate: 9_000,
      figures: [{ server: 'nextpress', rate: 51_234.5, cpu: 12, p50: 1, p99: 3, p99_9: 9 }],
    },
  ],
};

test('reportOf draws a chart for each measured row, the fastest server first', () => {
  const page = reportOf([result], []);
  const charts = page.split('<figure>').slice(1);
  expect(charts).toHaveLength(2);
  expect(charts[0]).toContain('aria-label="Nextpress 11.3 µs, Express 5.0.1 55.5 µs"');
  expect(charts[0]?.match(/<rect /g)).toHaveLength(2);
  expect(charts[0]?.match(/<line /g)).toHaveLength(2);
  expect(charts[1]).toContain('aria-label="Nextpress 95 ms"');
});

test('reportOf draws throughput and latency', () => {
  const page = reportOf([], [load]);
  expect(page).toContain('aria-label="Nextpress 51,235"');
  expect(page).toContain('at 9,000 requests per second');
  expect(page).toContain('aria-label="Nextpress 3 ms"');
});

test('reportOf makes a page that requests nothing', () => {
  const page = reportOf([result], [load]);
  expect(page).not.toMatch(/<(script|img)\b|src=|url\(/);
  expect(page.match(/<link .*/g)).toEqual(['<link rel="icon" href="data:,">']);
});
