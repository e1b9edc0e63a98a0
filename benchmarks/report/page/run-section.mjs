import { suitesOf } from '../by-suite.mjs';
import { renderChart } from '../chart.mjs';
import { ablationChart } from '../charts/ablation-chart.mjs';
import { overviewChart, overviewDomain } from '../charts/overview-chart.mjs';
import { timesWithRange } from '../figures.mjs';
import { html, raw } from '../html.mjs';
import { placeOf } from '../place.mjs';
import { behindList, tally } from '../tally.mjs';
import { machineLine, machinePanel } from './machine-panel.mjs';
import { overviewTable } from './overview-table.mjs';
import { howToRead, legend, overviewLegend } from './reading.mjs';
import { scenarioArticle } from './scenario-article.mjs';

/** @typedef {import('../result-files.mjs').Run} Run */

/** Everything of one Node. @param {Run} run */
export async function runSection(run) {
  const { id, node, result } = run;
  const suites = suitesOf(run);
  const parts = [];
  for (const suite of suites) {
    const articles = [];
    for (const scenario of suite.scenarios) articles.push(await scenarioArticle(scenario, id));
    parts.push(html`<section class="suite" id="${id}-suite-${suite.name}" aria-labelledby="${id}-suite-${suite.name}-title">
<h4 id="${id}-suite-${suite.name}-title">${suite.title}</h4>
<p class="source">Scenarios from: ${suite.source}</p>
${articles}
</section>
`);
  }
  return html`<section class="run" id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title">Node ${node}</h2>
${machineLine(result)}
${tiles(run)}
<nav aria-label="Node ${node}"><ul>
${suites.map(({ name, title }) => html`<li><a href="#${id}-suite-${name}">${title}</a></li>`)}
${run.ablation.length > 0 && html`<li><a href="#${id}-ablation">Ablation</a></li>`}
<li><a href="#${id}-machine">Machine and versions</a></li>
</ul></nav>
${await overview(run)}
${behind(run)}
${howToRead(result)}
<h3>Scenarios</h3>
${legend}
${parts}
${await ablation(run)}
${machinePanel(result, id)}
</section>
`;
}

/** @param {Run} run */
function tiles({ scenarios }) {
  return html`<ul class="tiles">
${tally(scenarios).map(
  ({ of, ahead, level, behind, against }) => html`<li class="tile">
<p class="against">ahead of <b>${against}</b></p>
<p class="count"><b>${ahead}</b> <span>of ${of}</span></p>
<p class="rest">${level} level, ${behind} behind</p>
<p class="share" aria-hidden="true">${[share('ahead', ahead), share('level', level), share('behind', behind)]}</p>
</li>
`,
)}</ul>`;
}

/** A part of a bar, as long as there are many. @param {string} name @param {number} many */
function share(name, many) {
  return many > 0 && html`<span class="${name}" style="flex:${many}"></span>`;
}

/** @param {Run} run */
async function overview(run) {
  const { id, scenarios } = run;
  const domain = overviewDomain(scenarios);
  const cards = [];
  for (const { name, title, scenarios: own } of suitesOf(run)) {
    if (!own.some((scenario) => placeOf(scenario) !== undefined)) continue;
    const svg = await renderChart(overviewChart(title, own, domain, `${id}-overview-${name}`));
    cards.push(html`<figure class="card"><figcaption><a href="#${id}-suite-${name}">${title}</a></figcaption>${raw(svg)}</figure>
`);
  }
  return html`<section aria-labelledby="${id}-overview">
<h3 id="${id}-overview">At a glance</h3>
<p>Times bare <code>node:http</code>, on a scale of factors: further right is better.</p>
${overviewLegend}
<div class="cards">
${cards}</div>
${overviewTable(scenarios)}
</section>`;
}

/** @param {Run} run */
function behind({ id, scenarios }) {
  const items = behindList(scenarios);
  return html`<section aria-labelledby="${id}-behind">
<h3 id="${id}-behind">Where Nextpress is behind</h3>
${
  items.length === 0
    ? html`<p>Nowhere in this run: no framework that was measured, nor bare <code>node:http</code>, was better by more than the noise.</p>`
    : html`<p>Who on Node was better, and how many times.</p>
<ul class="behind-list">
${items.map(
  ({
    scenario,
    others,
  }) => html`<li><a href="#${id}-scenario-${scenario.name}">${scenario.title}</a>: ${others}</li>
`,
)}</ul>`
}
</section>`;
}

/** @param {Run} run */
async function ablation({ id, ablation: rows }) {
  if (rows.length === 0) return undefined;
  const cards = [];
  for (const name of new Set(rows.map(({ scenario }) => scenario))) {
    const own = rows.filter(({ scenario }) => scenario === name);
    const title = own[0]?.scenarioTitle ?? name;
    const svg = await renderChart(ablationChart(own, title, `${id}-ablation-${name}`));
    cards.push(html`<figure class="card"><figcaption>${title}</figcaption>${raw(svg)}</figure>
`);
  }
  return html`<section id="${id}-ablation" aria-labelledby="${id}-ablation-title">
<h3 id="${id}-ablation-title">Ablation</h3>
<p>Each optimisation of Nextpress taken out in turn, by putting another module in the place of its own: the processor
time of a request without it, times the time with it. A diamond is a difference larger than that of two runs of the same
code; a square is none.</p>
<div class="cards">
${cards}</div>
${ablationTable(rows)}
</section>
`;
}

/** @param {Run['ablation']} rows */
function ablationTable(rows) {
  const words = { more: 'helps', same: 'no difference', less: 'costs' };
  return html`<details>
<summary>Numbers</summary>
<div class="scroll" role="region" aria-label="Ablation: numbers" tabindex="0"><table>
<thead><tr><th scope="col">Optimisation</th><th scope="col">Scenario</th><th scope="col">Ratio (least–most)</th><th scope="col">It</th></tr></thead>
<tbody>
${rows.map(
  ({ title, scenario, cost, word }) =>
    html`<tr><th scope="row">${title}</th><td>${scenario}</td><td>${timesWithRange(cost)}</td><td>${words[word]}</td></tr>
`,
)}</tbody>
</table></div>
</details>`;
}
