/** @module The page of `npm run bench -- --write-report`: the committed results as charts, in one file without requests. */

import { writeFileSync } from 'node:fs';
import { barChart } from './charts.mjs';
import { readLatencies, readResults } from './results.mjs';
import { serverOf } from './servers.mjs';
import { conditionsOf, TABLE_ROWS, titleOf } from './table.mjs';

/**
 * @typedef {import('./charts.mjs').Bar} Bar
 * @typedef {import('./results.mjs').Result} Result
 * @typedef {import('./results.mjs').LatencyResult} LatencyResult
 *
 * @typedef {object} Chart
 * @property {string} title
 * @property {string} measure
 * @property {Bar[]} bars
 */

const PAGE = new URL('../docs/public/benchmarks.html', import.meta.url);

/** Writes the page; returns its size in bytes. */
export function writeReport() {
  const page = reportOf(readResults(), readLatencies());
  writeFileSync(PAGE, page);
  return Buffer.byteLength(page);
}

/** @param {readonly Result[]} results The newest Node first. @param {readonly LatencyResult[]} latencies */
export function reportOf(results, latencies) {
  const sections = [...results.map(resultSection), ...latencies.map(latencySection)];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Nextpress: benchmarks</title>
<link rel="icon" href="data:,">
<style>${STYLES}</style>
</head>
<body>
<header>
<h1>Benchmarks</h1>
<p>Shorter bars are better, unless a chart says otherwise. A line across the end of a bar goes from the lower to the upper
quartile of the rounds. <a href="/performance">Performance</a> explains what was measured, and has the numbers as tables.</p>
</header>
<main>
${sections.join('\n')}
</main>
</body>
</html>
`;
}

/** @param {Result} result */
function resultSection(result) {
  const charts = TABLE_ROWS.filter(({ name }) => result.rows[name] !== undefined).map(
    ({ name, title, measures }) => ({ title, measure: MEASURES[measures], bars: barsOf(result, name) }),
  );
  return section(`Node ${major(result.node)}`, charts, conditionsOf(result));
}

/** The bars of a row of the table, the shortest first. @param {Result} result @param {string} name @returns {Bar[]} */
export function barsOf(result, name) {
  const bars = Object.entries(result.rows[name] ?? {}).flatMap(([server, { cpu, ms, mb }]) => {
    if (cpu !== undefined) return [barOf(titleOf(server, result), cpu, `${cpu[1].toFixed(1)} µs`)];
    if (ms !== undefined) return [barOf(titleOf(server, result), ms, `${ms[1].toFixed(0)} ms`)];
    if (mb !== undefined) return [barOf(titleOf(server, result), mb, `${mb[1].toFixed(0)} MB`)];
    return [];
  });
  return bars.sort(byMedian);
}

const MEASURES = {
  load: 'CPU time of the server per request',
  start: 'from the start of the process',
  memory: 'resident memory at most',
};

/** @param {LatencyResult} result */
function latencySection({ node, date, command, rounds, seconds, latencies }) {
  const charts = latencies.map(({ title, common, figures }) => ({
    title,
    measure: `99th percentile of the response time at ${common.toLocaleString('en')} requests per second`,
    bars: figures
      .flatMap(({ server, loads }) =>
        loads
          .filter(({ rate }) => rate === common)
          .map(({ p99 }) => barOf(serverOf(server).title, alone(p99), `${p99.toFixed(2)} ms`)),
      )
      .sort(byMedian),
  }));
  const conditions = `oha, ${rounds} rounds of ${seconds} s, Node ${node}, ${date}: \`${command}\`.`;
  return section(`Latency, Node ${major(node)}`, charts, conditions);
}

/** @param {number} value @returns {Bar['spread']} */
const alone = (value) => [value, value, value];

/** @param {string} label @param {Bar['spread']} spread @param {string} text @returns {Bar} */
const barOf = (label, spread, text) => ({ label, spread, text, isOurs: label === 'Nextpress' });

/** @param {Bar} one @param {Bar} other */
const byMedian = (one, other) => one.spread[1] - other.spread[1];

/** @param {string} node */
const major = (node) => node.split('.', 1)[0];

/** @param {string} title @param {readonly Chart[]} charts @param {string} conditions In Markdown. */
function section(title, charts, conditions) {
  const figures = charts.map(
    (chart) =>
      `<figure><figcaption><b>${escaped(capitalized(chart.title))}</b>${escaped(chart.measure)}</figcaption>${barChart(chart.bars)}</figure>`,
  );
  const note = escaped(conditions).replace(/`(.+?)`/g, '<code>$1</code>');
  return `<section>\n<h2>${escaped(title)}</h2>\n<div class="charts">\n${figures.join('\n')}\n</div>\n<p>${note}</p>\n</section>`;
}

/** @param {string} text */
const capitalized = (text) => text.replace(/^./, (first) => first.toUpperCase());

/** @param {string} text */
const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

// The colors are those of the documentation.
const STYLES = `
:root { color-scheme: light dark; --ground: #fff; --ink: #1c1f1e; --quiet: #565d5b; --ours: #0b6e5f; --other: #c6c3ba; --spread: #1c1f1e; }
@media (prefers-color-scheme: dark) {
  :root { --ground: #161918; --ink: #e6e9e7; --quiet: #a7afac; --ours: #2f9c88; --other: #4a524f; --spread: #e6e9e7; }
}
body { margin: 0 auto; padding: 1.5rem 1rem 4rem; max-width: 76rem; background: var(--ground); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
header, section > p { max-width: 46rem; }
h1, h2 { line-height: 1.2; }
h2 { margin-top: 3rem; }
a { color: var(--ours); }
section > p { color: var(--quiet); font-size: .875rem; }
code { overflow-wrap: anywhere; }
.charts { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 21.25rem), 1fr)); gap: 2rem 1.5rem; }
figure { margin: 0; }
figcaption { margin-bottom: .5rem; color: var(--quiet); font-size: .875rem; }
figcaption b { display: block; color: var(--ink); font-size: 1rem; }
.chart { display: block; width: 100%; max-width: 26rem; height: auto; }
`;
