import { binOf, capture } from '../child.mjs';

/** Knip: no file, export or dependency that nobody uses. @type {import('./finding.mjs').Check} */
export async function checkDeadCode() {
  const { code, output } = await capture(process.execPath, [
    binOf('knip'),
    '--no-progress',
    '--no-config-hints',
  ]);
  const remedy = 'remove it, or use it; knip.jsonc says where the entries are';
  return {
    facts: 'no file, export or dependency unused',
    faults: code === 0 ? [] : [{ where: '', problem: output.trim(), remedy }],
  };
}
