import { expect, test } from 'vitest';
import { pageOf } from '../latency-report.mjs';
import { reportOf } from '../report.mjs';
import type { LatencyResult, Result } from '../results.mjs';

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

const latency: LatencyResult = {
  node: '24.1.0',
  date: '2026-01-02',
  command: 'npm run bench:latency',
  machine,
  rounds: 3,
  seconds: 2,
  connections: 100,
  versions: {},
  latencies: [
    {
      scenario: 'hello',
      title: 'hello JSON',
      common: 9_000,
      figures: [
        {
          server: 'nextpress',
          capacity: 40_000,
          loads: [
            { rate: 10_000, p50: 0.2, p99: 0.9, p99_9: 2, longest: 3, busy: 0.2 },
            { rate: 9_000, p50: 0.2, p99: 0.8, p99_9: 2, longest: 3, busy: 0.9 },
          ],
        },
        { server: 'express', capacity: 8_000, loads: [] },
      ],
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

test('reportOf draws the servers that can take the common rate', () => {
  const page = reportOf([], [latency]);
  expect(page).toContain('at 9,000 requests per second');
  expect(page).toContain('aria-label="Nextpress 0.80 ms"');
});

test('pageOf marks where the generator was busy, and leaves out rates above the capacity', () => {
  const page = pageOf([latency]);
  expect(page).toMatch(
    /\| Nextpress +\| +40,000\/s \| 0\.2 \/ 0\.9 \/ 2\.0 \/ 3\.0 \|.* 0\.2 \/ 0\.8 \/ 2\.0 \/ 3\.0\\\* \|/,
  );
  expect(page).toMatch(/\| Express +\| +8,000\/s \| +– \| +– \| +– \| +– \|/);
});

test('reportOf makes a page that requests nothing', () => {
  const page = reportOf([result], [latency]);
  expect(page).not.toMatch(/<(script|img)\b|src=|url\(/);
  expect(page.match(/<link .*/g)).toEqual(['<link rel="icon" href="data:,">']);
});
