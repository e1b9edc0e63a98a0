import { binOf, capture } from '../child.mjs';

/** Runs knip: no unused file, export or dependency. @type {import('./finding.mjs').Check} */
export async function checkDeadCode() {
  const { code, output } = await capture(process.execPath, [
    binOf('knip'),
    '--no-progress',
    '--no-config-hints',
  ]);
  const remedy = 'remove it or use it; knip.jsonc lists the entry points';
  return {
    facts: 'no unused file, export or dependency',
    problems: code === 0 ? [] : [{ where: '', problem: output.trim(), remedy }],
  };
}
