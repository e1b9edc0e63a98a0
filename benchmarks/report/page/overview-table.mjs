import { times } from '../figures.mjs';
import { html } from '../html.mjs';
import { placeOf } from '../place.mjs';

/**
 * @typedef {import('../summarize-run.mjs').ScenarioSummary} ScenarioSummary
 */

/** Whom Nextpress stands beside here, in this order. */
const columns = [
  { name: 'node-http', title: 'node:http' },
  { name: 'fastify', title: 'Fastify' },
  { name: 'hono', title: 'Hono' },
  { name: 'koa', title: 'Koa' },
  { name: 'express', title: 'Express' },
];

/** What the charts at the top show, in numbers. @param {readonly ScenarioSummary[]} scenarios */
export function overviewTable(scenarios) {
  return html`<details>
<summary>Numbers</summary>
<p class="note">How many times better Nextpress is than each; in brackets where the rounds don’t agree on a difference.</p>
<div class="scroll" role="region" aria-label="At a glance: numbers" tabindex="0"><table>
<thead><tr><th scope="col">Scenario</th>${columns.map(({ title }) => html`<th scope="col">${title}</th>`)}<th scope="col">Place</th><th scope="col">The best on Node</th></tr></thead>
<tbody>
${scenarios.map(rowOf)}</tbody>
</table></div>
</details>`;
}

/** @param {ScenarioSummary} scenario */
function rowOf(scenario) {
  const place = placeOf(scenario);
  if (place === undefined) return undefined;
  const cells = columns.map(({ name }) => {
    const beside = place.comparisons.find(({ other }) => other.name === name);
    if (beside === undefined) return html`<td>–</td>`;
    const text = times(beside.ratio.median);
    return html`<td>${beside.standing === 'level' ? `(${text})` : text}</td>`;
  });
  return html`<tr><th scope="row">${scenario.title}</th>${cells}<td>${place.rank} of ${place.of}</td><td>${place.winner.title}</td></tr>
`;
}
