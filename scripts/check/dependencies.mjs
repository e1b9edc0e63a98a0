import { capture } from '../child.mjs';
import { pnpmCommand } from '../pnpm-command.mjs';

/** The status of a registry that has no endpoint for audits. Any other error fails the check. @param {string} output */
export function missingAuditIn(output) {
  return /ERR_PNPM_AUDIT\w+[\s\S]*?responded[\s│]+with[\s│]+(404|405|501)\b/.exec(output)?.[1];
}

/** No installed package has an advisory of high severity. @type {import('./finding.mjs').Check} */
export async function checkDependencies() {
  const { command, args, env } = await pnpmCommand();
  const { code, output } = await capture(command, [...args, 'audit', '--audit-level', 'high'], { env });
  const status = code === 0 ? undefined : missingAuditIn(output);
  if (status !== undefined)
    return { facts: `audit skipped: registry has no audit endpoint (${status})`, problems: [] };
  const remedy = 'update the package, or override its version in pnpm-workspace.yaml';
  return {
    facts: 'no advisory of high severity',
    problems: code === 0 ? [] : [{ where: 'pnpm audit', problem: output.trim(), remedy }],
  };
}
