import { deciderWords } from '../decider.mjs';
import { megabytes, percent, short, times, timesWithRange, whole } from '../figures.mjs';
import { garbagePerRequest } from '../garbage.mjs';
import { html, raw } from '../html.mjs';
import { own } from '../server-kind.mjs';

/**
 * @typedef {import('../summarize-run.mjs').Row} Row
 * @typedef {import('../summarize-run.mjs').ScenarioSummary} ScenarioSummary
 * @typedef {{ title: string, of: (row: Row) => string | undefined }} Column
 */

/** A column in which nobody has a figure is left out. @type {Column[]} */
const columns = [
  { title: 'Ratio (least–most)', of: ({ score }) => timesWithRange(score) },
  { title: 'First answer, ms', of: ({ coldStart }) => when(coldStart, short) },
  { title: 'Requests/s', of: ({ rate }) => whole(rate.median) },
  { title: 'Ratio', of: ({ rateRatio }) => rateRatio && times(rateRatio.median) },
  { title: 'CPU, µs/request', of: ({ cpu }) => short(cpu.median) },
  { title: 'Ratio', of: ({ cpuRatio }) => cpuRatio && times(cpuRatio.median) },
  { title: 'Busy', of: ({ busy }) => percent(busy) },
  { title: 'p50, ms', of: ({ latency }) => latency && short(latency.p50) },
  { title: 'p95', of: ({ latency }) => latency && short(latency.p95) },
  { title: 'p99', of: ({ latency }) => latency && short(latency.p99) },
  { title: 'Most', of: ({ latency }) => latency && short(latency.max) },
  { title: 'Idle, MB', of: ({ idleRss }) => when(idleRss, megabytes) },
  { title: 'After, MB', of: ({ idleRss, rss }) => when(idleRss && rss, megabytes) },
  { title: 'Peak, MB', of: ({ peakRss }) => megabytes(peakRss) },
  { title: 'Heap, MB', of: ({ idleHeap, heap }) => when(idleHeap && heap, megabytes) },
  { title: 'Event loop', of: ({ elu }) => when(elu, percent) },
  { title: 'GC, µs/request', of: (row) => when(garbagePerRequest(row), short) },
  { title: 'Warmed up by only', of: ({ warmedUp }) => when(warmedUp, whole) },
  { title: 'Others on its core', of: ({ others }) => when(others, percent) },
  { title: 'Taken by the host', of: ({ stolen }) => when(stolen, percent) },
];

/** @param {number | undefined} value @param {(value: number) => string} write */
function when(value, write) {
  return value === undefined ? undefined : write(value);
}

/** The numbers of a scenario, and who is missing. @param {ScenarioSummary} scenario */
export function scenarioTable({ title, rows, missing, decidedBy, baseline }) {
  const shown = columns.filter(({ of }) => rows.some((row) => of(row) !== undefined));
  return html`<p class="note">Medians. Ratios are times ${baseline} in the same round, more is better; ${deciderWords[decidedBy]} decides.</p>
<div class="scroll" role="region" aria-label="${title}: numbers" tabindex="0"><table>
<thead><tr><th scope="col">Server</th>${shown.map((column) => html`<th scope="col">${column.title}</th>`)}</tr></thead>
<tbody>
${rows.map(
  (
    row,
  ) => html`<tr${raw(row.name === own ? ' class="own"' : '')}><th scope="row">${row.title}${row.saturated && saturatedMark}${row.failures > 0 && html` <small>${row.failures} failed</small>`}</th>${shown.map((column) => html`<td>${column.of(row) ?? '–'}</td>`)}</tr>
`,
)}</tbody>
</table></div>
${rows.some(({ saturated }) => saturated) && html`<p class="note">◇ The load generator was the bottleneck: the rate is the generator’s.</p>`}
${missing.length > 0 && html`<p class="note">Not measured: ${missing.map(({ server, reason }, index) => html`${index > 0 && '; '}<code>${server}</code> (${reason})`)}.</p>`}`;
}

const saturatedMark = html` <span title="the load generator was the bottleneck">◇</span>`;
