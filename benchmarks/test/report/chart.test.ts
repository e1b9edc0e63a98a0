import { describe, expect, test } from 'vitest';
import { renderChart } from '../../report/chart.mjs';
import { chartsOf } from '../../report/charts/server-charts.mjs';
import { summarizeRun } from '../../report/summarize-run.mjs';
import { rates, resultOf } from './result-of.ts';

const [scenario] = summarizeRun(
  resultOf({
    'a "<quoted>" name': {
      'node-http': rates(1000, 1000),
      nextpress: rates(1234, 1345),
      koa: rates(555, 666),
    },
  }),
);
if (scenario === undefined) throw new Error('there is no scenario');
const [score, cpu, latency] = chartsOf(scenario, 'here');

describe('renderChart', () => {
  test('draws with the colours of the page', async () => {
    const svg = await renderChart(score ?? fail());
    expect([...svg.matchAll(/(?:fill|stroke)="([^"]*)"/g)].map(([, colour]) => colour)).not.toContainEqual(
      expect.not.stringMatching(/^(?:var\(--[a-z]+\)|none)$/),
    );
  });

  test('writes the figures as they are, whatever it rounds of the drawing', async () => {
    const svg = await renderChart(score ?? fail());
    for (const figure of ['1.29×', '1.00×', '0.61×']) expect(svg).toContain(`>${figure}</text>`);
    expect(svg).toMatch(/>nextpress<\/text>/);
  });

  test('says in words what it shows, escaped', async () => {
    const svg = await renderChart(score ?? fail());
    expect(svg).toContain('<title id="here-score-title">Times node-http, by requests per second</title>');
    expect(svg).toContain('a &quot;&lt;quoted&gt;&quot; name: nextpress 1.29×; node-http 1.00×; koa 0.61×.');
  });

  test('ranks alike in every chart of a scenario', () => {
    const names = [score, cpu, latency].map((chart) => chart?.rows.map(({ name }) => name));
    expect(names).toEqual(Array(3).fill(['nextpress', 'node-http', 'koa']));
  });
});

function fail(): never {
  throw new Error('there is no such chart');
}
