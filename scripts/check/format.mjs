import { binOf, capture } from '../child.mjs';

/** Biome: format, lint and import order. @type {import('./finding.mjs').Check} */
export async function checkFormat() {
  const { code, output } = await capture(process.execPath, [
    binOf('@biomejs/biome', 'biome'),
    'check',
    '--error-on-warnings',
    '--max-diagnostics=40',
  ]);
  const files = /Checked (\d+ files)/.exec(output)?.[1] ?? '';
  return {
    facts: `${files} formatted and linted`,
    faults:
      code === 0
        ? []
        : [
            {
              where: '',
              problem: output.trim(),
              remedy: 'run `npm run format`; what it leaves needs a hand',
            },
          ],
  };
}
