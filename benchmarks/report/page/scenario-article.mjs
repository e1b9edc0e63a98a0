import { renderChart } from '../chart.mjs';
import { chartsOf } from '../charts/server-charts.mjs';
import { percent, whole } from '../figures.mjs';
import { html, raw } from '../html.mjs';
import { verdictOf } from '../verdict.mjs';
import { scenarioTable } from './scenario-table.mjs';

/**
 * @typedef {import('../summarize-run.mjs').ScenarioSummary} ScenarioSummary
 */

/** A scenario: what was asked, what came out, the charts, the numbers. @param {ScenarioSummary} scenario @param {string} run */
export async function scenarioArticle(scenario, run) {
  const id = `${run}-scenario-${scenario.name}`;
  const figures = [];
  for (const chart of chartsOf(scenario, id)) {
    figures.push(html`<figure><figcaption>${chart.title}</figcaption>${raw(await renderChart(chart))}</figure>
`);
  }
  return html`<article class="scenario" id="${id}" aria-labelledby="${id}-heading">
<h5 id="${id}-heading">${scenario.title}</h5>
<p class="load">${loadOf(scenario)}</p>
<p class="verdict">${verdictOf(scenario)}</p>
${scenario.decidedBy === 'cpu' && html`<p class="flag">The load generator was the bottleneck for some: processor time decides.</p>`}
${scenario.note && html`<p class="note">${scenario.note}</p>`}
<div class="grid">
${figures}</div>
<details>
<summary>Numbers</summary>
${scenarioTable(scenario)}
</details>
</article>
`;
}

/** @param {ScenarioSummary} scenario */
function loadOf({ load, name, told }) {
  const { connections, pipelining, seconds, requests } = load;
  const length = requests === undefined ? `${seconds} s` : `${whole(requests)} requests`;
  const many = connections === 1 ? '1 connection' : `${connections} connections`;
  return html`<code>${name}</code> · ${many}${pipelining > 1 && `, ${pipelining} requests under way on each`} · ${length} a round · differences are told from ${percent(told - 1)} on`;
}
