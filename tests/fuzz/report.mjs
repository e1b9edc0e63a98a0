import { mkdirSync, writeFileSync } from 'node:fs';

/** @typedef {import('./campaign.mjs').Finding} Finding */

const folder = new URL('findings/', import.meta.url);

/** Prints a finding and the command that replays it. @param {Finding} finding @param {string} flags */
export function printFinding({ mode, seed, number, text, differences }, flags) {
  console.log(`\n  Divergence: npm run fuzz -- --mode ${mode} --case ${seed}:${number}${flags}\n`);
  printDivergence(text, differences);
}

/** Prints the input and what each server did with it. @param {string} text @param {Finding['differences']} differences */
export function printDivergence(text, differences) {
  console.log(text.replace(/^/gm, '    '));
  for (const { path, node, lane } of differences) {
    console.log(`\n    ${path}\n      node ${node}\n      lane ${lane}`);
  }
}

/** Writes a finding to a file, from which it can become a regression. @param {Finding} finding @param {Record<string, unknown>} circumstances */
export function keepFinding(finding, circumstances) {
  mkdirSync(folder, { recursive: true });
  const { mode, seed, number } = finding;
  const file = new URL(`${mode}-${seed}-${number}.json`, folder);
  writeFileSync(file, `${JSON.stringify({ ...circumstances, ...finding }, null, 2)}\n`);
}
