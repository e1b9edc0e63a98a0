import { fileURLToPath } from 'node:url';
import { binOf, capture } from '../child.mjs';

const plugin = fileURLToPath(import.meta.resolve('remark-validate-links'));

/** Runs remark: links to files and headings of the repository resolve. @type {import('./finding.mjs').Check} */
export async function checkLinks() {
  const { code, output } = await capture(process.execPath, [
    binOf('remark-cli', 'remark'),
    '.',
    ...['--frail', '--quiet', '--no-stdout', '--no-color'],
    ...['--use', `${plugin}=repository:false`],
    // The generated pages have the anchors of the site, which its build checks.
    ...['--ignore-pattern', 'docs/reference', '--ignore-pattern', 'docs/.vitepress/dist'],
  ]);
  return {
    facts: 'links to files and headings resolve',
    problems: code === 0 ? [] : [{ where: '', problem: output.trim(), remedy: 'correct the links' }],
  };
}
