import { deciderWords, isOfSpeed } from '../decider.mjs';
import { megabyte, short, times } from '../figures.mjs';
import { garbagePerRequest } from '../garbage.mjs';
import { own } from '../server-kind.mjs';
import { factorScale } from './factor-scale.mjs';
import { bar, point, stretch, tick } from './marks.mjs';

/**
 * The charts of one scenario, a row for each server, in the order of the ranking.
 *
 * @typedef {import('../chart.mjs').Chart} Chart
 * @typedef {import('../chart.mjs').ChartRow} ChartRow
 * @typedef {import('../summarize-run.mjs').Row} Row
 * @typedef {import('../summarize-run.mjs').ScenarioSummary} ScenarioSummary
 */

/** What there is to draw of a scenario: first what decides it. @param {ScenarioSummary} scenario @param {string} id @returns {Chart[]} */
export function chartsOf(scenario, id) {
  const speed = [cpuChart, latencyChart];
  const charts = {
    rate: speed,
    cpu: speed,
    'cold start': [coldStartChart],
    memory: [memoryChart, cpuChart],
    garbage: [garbageChart, cpuChart],
  }[scenario.decidedBy];
  return [scoreChart, ...charts].map((draw) => draw(scenario, id)).filter(({ rows }) => rows.length > 0);
}

/** Times the baseline, with the range and the middle half of the rounds. @param {ScenarioSummary} scenario @param {string} id @returns {Chart} */
function scoreChart({ rows, title, baseline, decidedBy }, id) {
  const scores = rows.map(({ score }) => score);
  return {
    id: `${id}-score`,
    title: `Times ${baseline}, by ${deciderWords[decidedBy]}`,
    description: `${title}: ${rows.map(({ name, score }) => `${name} ${times(score.median)}`).join('; ')}. More is better.`,
    rows: rows.map((row) =>
      chartRow(row, times(row.score.median), {
        ...row.score,
        saturated: row.saturated && isOfSpeed(decidedBy),
      }),
    ),
    scale: factorScale(
      Math.min(0.8, ...scores.map(({ least }) => least)),
      Math.max(1.25, ...scores.map(({ most }) => most)),
      { guide: 1 },
    ),
    marks: [
      stretch('least', 'most', 1.25),
      stretch('low', 'high', 6, { strokeOpacity: 0.35 }),
      point('median'),
    ],
  };
}

/** With the middle half of the rounds. @param {ScenarioSummary} scenario @param {string} id */
function cpuChart(scenario, id) {
  const chart = barChart(scenario, `${id}-cpu`, 'Processor time per request, µs', ({ cpu }) => cpu.median);
  const spreads = new Map(scenario.rows.map(({ name, cpu }) => [name, cpu]));
  return {
    ...chart,
    rows: chart.rows.map((row) => ({ ...row, values: { ...row.values, ...spreads.get(row.name) } })),
    scale: { ...chart.scale, to: Math.max(...scenario.rows.map(({ cpu }) => cpu.high)) },
    marks: [...chart.marks, stretch('low', 'high', 1.25)],
  };
}

/** Percentiles, on a scale of factors. @param {ScenarioSummary} scenario @param {string} id @returns {Chart} */
function latencyChart({ rows, title }, id) {
  const timed = rows.flatMap((row) => (row.latency === undefined ? [] : [{ row, latency: row.latency }]));
  return {
    id: `${id}-latency`,
    title: 'Latency, ms: p50, p95 and p99',
    description: `${title}: ${timed.map(({ row, latency }) => `${row.name} ${short(latency.p50)}, ${short(latency.p95)} and ${short(latency.p99)} ms`).join('; ')}. Less is better.`,
    rows: timed.map(({ row, latency: { p50, p95, p99 } }) =>
      chartRow(row, short(p99), { p50: drawable(p50), p95: drawable(p95), p99: drawable(p99) }),
    ),
    scale: factorScale(
      Math.min(...timed.map(({ latency }) => drawable(latency.p50))),
      Math.max(...timed.map(({ latency }) => drawable(latency.p99))),
    ),
    marks: [stretch('p50', 'p99', 1.25), point('p50'), tick('p95'), tick('p99')],
  };
}

/** A scale of factors has no zero, which is what a generator calls a latency below its clock. @param {number} latency */
function drawable(latency) {
  return Math.max(latency, 0.05);
}

/** The most that was resident, and what was before the load. @param {ScenarioSummary} scenario @param {string} id */
function memoryChart(scenario, id) {
  const title = 'Memory, MB: idle (line) and peak';
  const chart = barChart(scenario, `${id}-memory`, title, ({ peakRss }) => peakRss / megabyte);
  const before = new Map(scenario.rows.map(({ name, idleRss = 0 }) => [name, idleRss / megabyte]));
  return {
    ...chart,
    rows: chart.rows.map((row) => ({ ...row, values: { ...row.values, idle: before.get(row.name) ?? 0 } })),
    marks: [...chart.marks, tick('idle')],
  };
}

/** @param {ScenarioSummary} scenario @param {string} id */
function coldStartChart(scenario, id) {
  return barChart(
    scenario,
    `${id}-start`,
    'Start of the process to first answer, ms',
    ({ coldStart }) => coldStart,
  );
}

/** @param {ScenarioSummary} scenario @param {string} id */
function garbageChart(scenario, id) {
  return barChart(scenario, `${id}-garbage`, 'Collecting garbage, µs per request', garbagePerRequest);
}

/**
 * Bars, for what is better the less it is.
 *
 * @param {ScenarioSummary} scenario
 * @param {string} id
 * @param {string} title
 * @param {(row: Row) => number | undefined} read A server that has no such figure is left out.
 * @returns {Chart}
 */
function barChart({ rows, title: scenario }, id, title, read) {
  const found = rows.flatMap((row) => {
    const value = read(row);
    return value === undefined ? [] : [{ row, value }];
  });
  return {
    id,
    title,
    description: `${scenario}: ${found.map(({ row, value }) => `${row.name} ${short(value)}`).join('; ')}. Less is better.`,
    rows: found.map(({ row, value }) => chartRow(row, short(value), { value })),
    scale: { type: 'linear', from: 0, to: Math.max(...found.map(({ value }) => value)) },
    marks: [bar('value')],
  };
}

/** @param {Row} row @param {string} figure @param {ChartRow['values']} values @returns {ChartRow} */
function chartRow({ name, kind }, figure, values) {
  return { name, figure, own: name === own, values: { ...values, kind } };
}
