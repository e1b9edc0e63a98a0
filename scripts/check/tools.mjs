import { fileURLToPath } from 'node:url';
import { binOf, capture } from '../child.mjs';

/**
 * Runs a tool whose exit code is its verdict.
 *
 * @param {{ facts: string, remedy: string, script: string, args: readonly string[] }} tool
 * @returns {import('./finding.mjs').Check}
 */
function checkBy({ facts, remedy, script, args }) {
  return async () => {
    const { code, output } = await capture(process.execPath, [script, ...args]);
    return { facts, problems: code === 0 ? [] : [{ where: '', problem: output.trim(), remedy }] };
  };
}

/** Biome: format, lint and import order. */
export const checkFormat = checkBy({
  facts: 'formatted and linted',
  remedy: 'run `npm run format`, then fix what it cannot fix',
  script: binOf('@biomejs/biome', 'biome'),
  args: ['check', '--error-on-warnings', '--max-diagnostics=40'],
});

/** knip. */
export const checkDeadCode = checkBy({
  facts: 'no unused file, export or dependency',
  remedy: 'remove it or use it; knip.jsonc lists the entry points',
  script: binOf('knip'),
  args: ['--no-progress', '--no-config-hints'],
});

/** remark. The generated pages have the anchors of the site, which its build checks. */
export const checkLinks = checkBy({
  facts: 'links to files and headings resolve',
  remedy: 'correct the links',
  script: binOf('remark-cli', 'remark'),
  args: [
    '.',
    ...['--frail', '--quiet', '--no-stdout', '--no-color'],
    ...['--use', `${fileURLToPath(import.meta.resolve('remark-validate-links'))}=repository:false`],
    ...['--ignore-pattern', 'docs/reference', '--ignore-pattern', 'docs/.vitepress/dist'],
  ],
});
