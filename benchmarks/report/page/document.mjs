import { readFileSync } from 'node:fs';
import { html, raw } from '../html.mjs';
import { runSection } from './run-section.mjs';

/**
 * @typedef {import('../result-files.mjs').Run} Run
 */

const style = readFileSync(new URL('page.css', import.meta.url), 'utf8');

/**
 * The whole report as one page: no script, no request to anywhere, every chart drawn already. Which Node is shown is
 * chosen by radio buttons and CSS.
 *
 * @param {readonly Run[]} runs The first is shown first.
 * @returns {Promise<string>}
 */
export async function pageDocument(runs) {
  const sections = [];
  for (const run of runs) sections.push(await runSection(run));
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="Nextpress beside bare node:http and other HTTP servers, measured in the same rounds.">
<title>Nextpress benchmarks</title>
<link rel="icon" href="data:,">
<style>
${raw(style)}${raw(choices(runs))}</style>
</head>
<body>
<a class="skip" href="#content">To the numbers</a>
<header class="top">
<p class="kicker">Nextpress</p>
<h1>Benchmarks</h1>
<p class="lead">Every server is measured in every round, in random order, in a fresh process. Speed is told as a ratio to
bare <code>node:http</code> of the same round, because a ratio survives a change of machine better than a rate does.</p>
${runs.length > 1 && chooser(runs)}
</header>
<main id="content">
${sections}
</main>
<footer>
<p>Nextpress is under the MIT licence. This page holds everything it shows: it loads nothing and runs no script.</p>
</footer>
</body>
</html>
`.text;
}

/** @param {readonly Run[]} runs */
function chooser(runs) {
  return html`<fieldset class="chooser">
<legend>Node</legend>
${runs.map(
  ({ id, node }, index) =>
    html`<input type="radio" name="node" id="choose-${id}" value="${id}"${raw(index === 0 ? ' checked' : '')}><label for="choose-${id}">${node}</label>`,
)}
</fieldset>`;
}

/** Shows what is chosen; a browser that knows no `:has` shows everything. @param {readonly Run[]} runs */
function choices(runs) {
  return runs
    .map(({ id }) => `body:has(#choose-${id}:checked) .run:not(#${id}) { display: none }\n`)
    .join('');
}
