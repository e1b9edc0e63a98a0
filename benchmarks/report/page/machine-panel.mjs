import { groupAbsences } from '../absences.mjs';
import { html } from '../html.mjs';
import { leftOutSentence } from '../left-out.mjs';
import { roundsOf, secondsOf } from '../rounds.mjs';

/** @typedef {import('../../result.mjs').Result} Result */

/** What it was measured on, in a line, and in another what was left out. @param {Result} result */
export function machineLine(result) {
  const { machine, date } = result;
  const leftOut = leftOutSentence(result, (name) => name);
  return html`<p class="machine">${machine.processor}, ${machine.cores} cores, ${machine.platform} · ${roundsOf(result)} rounds · <time datetime="${date}">${date.slice(0, 10)}</time></p>${
    leftOut !== '' &&
    html`
<p class="note">${leftOut}</p>`
  }`;
}

/** What it was measured on, who was measured, and who was not. @param {Result} result @param {string} id */
export function machinePanel(result, id) {
  return html`<section class="machine-panel" id="${id}-machine" aria-labelledby="${id}-machine-title">
<h3 id="${id}-machine-title">Machine and versions</h3>
<dl class="facts">
${factsOf(result).map(
  ([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>
`,
)}</dl>
${versions(result)}
${result.absences.length > 0 && absent(result)}
</section>`;
}

/** @param {Result} result @returns {[string, string][]} */
function factsOf(result) {
  const { machine, date, commit, generator, node } = result;
  const { processor, cores, memory, platform, load, pinned } = machine;
  return [
    ['Processor', processor],
    ['Cores', `${cores}${pinned ? ': servers on one, the generator on another' : ', shared by all'}`],
    ['Memory', `${(memory / 1e9).toFixed(1)} GB`],
    ['System', platform],
    ['Load before the run', load.toFixed(2)],
    ['Node', node],
    ['Load generator', `${generator.name} ${generator.version}`],
    ['Rounds', `${roundsOf(result)}, of ${secondsOf(result)} s or a number of requests`],
    ['Date', date.slice(0, 10)],
    ['Commit', commit],
  ];
}

/** @param {Result} result */
function versions({ servers }) {
  return html`<div class="scroll" role="region" aria-label="Servers and versions" tabindex="0"><table>
<thead><tr><th scope="col">Name</th><th scope="col">Server</th><th scope="col">Version</th><th scope="col">Runs on</th><th scope="col">Note</th></tr></thead>
<tbody>
${servers.map(
  ({ name, title, version, runtime, note }) =>
    html`<tr><th scope="row"><code>${name}</code></th><td>${title}</td><td>${version}</td><td>${runtime}</td><td>${note}</td></tr>
`,
)}</tbody>
</table></div>`;
}

/** @param {Result} result */
function absent(result) {
  return html`<h4>Not measured</h4>
<ul>
${groupAbsences(result).map(
  ({ server, where, reason }) =>
    html`<li><code>${server}</code>${where !== '' && ` in ${where}`}: ${reason}</li>
`,
)}</ul>`;
}
