import { binOf, capture } from '../child.mjs';

/** Runs Biome: format, lint and import order. @type {import('./finding.mjs').Check} */
export async function checkFormat() {
  const { code, output } = await capture(process.execPath, [
    binOf('@biomejs/biome', 'biome'),
    'check',
    '--error-on-warnings',
    '--max-diagnostics=40',
  ]);
  const files = /Checked (\d+ files)/.exec(output)?.[1] ?? '';
  const remedy = 'run `npm run format`, then fix what it cannot fix';
  return {
    facts: `${files} formatted and linted`,
    problems: code === 0 ? [] : [{ where: '', problem: output.trim(), remedy }],
  };
}
