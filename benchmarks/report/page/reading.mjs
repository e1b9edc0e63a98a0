import { inOverview } from '../charts/overview-chart.mjs';
import { html, raw } from '../html.mjs';
import { roundsOf } from '../rounds.mjs';

/** @type {Record<string, string>} */
const outlines = {
  diamond: 'M8 2.5 12 8 8 13.5 4 8Z',
  square: 'M4 4h8v8H4Z',
  circle: 'M12 8a4 4 0 1 1-8 0a4 4 0 1 1 8 0Z',
  'triangle-up': 'M8 3.5 12.5 12h-9Z',
};

/** @param {string} shape @param {'own' | 'other' | 'hollow'} look @param {string} text */
function sign(shape, look, text) {
  return html`<li><svg class="sign ${look}" aria-hidden="true" width="16" height="16" viewBox="0 0 16 16">${raw(`<path d="${outlines[shape] ?? ''}"/>`)}</svg>${text}</li>`;
}

export const overviewLegend = html`<ul class="legend">
${sign('diamond', 'own', 'Nextpress, with the range of its rounds')}
${inOverview.map(({ shape, title }) => sign(shape, 'hollow', title))}
</ul>`;

export const legend = html`<ul class="legend">
${sign('diamond', 'own', 'Nextpress')}
${sign('circle', 'other', 'a framework or library on Node')}
${sign('square', 'other', 'bare Node')}
${sign('triangle-up', 'other', 'not Node')}
${sign('circle', 'hollow', 'the load generator was the bottleneck')}
</ul>`;

/** @param {import('../../result.mjs').Result} result */
export function howToRead(result) {
  return html`<details class="reading">
<summary>How to read this, and what may not be concluded</summary>
<ul>
<li>A point is the median of ${roundsOf(result)} rounds; the thin line runs from the least to the most, the thick one over the middle half, of fewer than four rounds over all of them.</li>
<li><b>Ahead</b> and <b>behind</b> are said only where three quarters of the rounds agree, or all of fewer than four, and the difference is larger than the noise: each scenario says from where on. That is what ratios of any two servers in it go up and down from round to round, and 2 % at least. Everything else is <b>level</b>.</li>
<li>A place, such as “second of 11”, is one among what runs on Node, bare Node apart.</li>
<li>Where the load generator was the bottleneck for any server of a scenario, rates would compare generators. There the servers’ processor time per request decides, and the scenario says so.</li>
<li>Latency is that under full load: with 100 connections waiting it is mostly the length of the queue.</li>
<li>The handlers do next to nothing. An application that asks a database for a millisecond will notice little of this. The loopback has no latency and no loss.</li>
<li>Servers differ in what they do unasked: Express works out an <code>ETag</code>, for instance.</li>
</ul>
</details>`;
}
