import { capture } from '../child.mjs';
import { pnpmCommand } from '../pnpm-command.mjs';
import { plural } from '../terminal.mjs';

/** @typedef {import('./finding.mjs').Problem} Problem */

/** SPDX identifiers of licenses that let us run a package during development. */
const ACCEPTED = new Set([
  ...[
    '0BSD',
    'Apache-2.0',
    'BSD-0-Clause',
    'BSD-2-Clause',
    'BSD-3-Clause',
    'BlueOak-1.0.0',
    'CC-BY-3.0',
    'CC-BY-4.0',
  ],
  ...['CC0-1.0', 'ISC', 'MIT', 'MPL-2.0', 'PSF-2.0', 'Python-2.0', 'Unlicense', 'WTFPL', 'Zlib'],
]);
/** Packages that state their license in a file only, which is the MIT License. */
const IN_A_FILE = new Set(['humanize-number', 'only', 'pause', 'spawndamnit']);

/** Every installed package has an accepted license, and no advisory of high severity. @type {import('./finding.mjs').Check} */
export async function checkDependencies() {
  const [licenses, audit] = await Promise.all([checkLicenses(), checkAdvisories()]);
  return {
    facts: `${licenses.facts}; ${audit.facts}`,
    problems: [...licenses.problems, ...audit.problems],
  };
}

/** @returns {Promise<import('./finding.mjs').Finding>} */
async function checkLicenses() {
  const { output } = await pnpm(['-r', 'licenses', 'list', '--json']);
  /** @type {Record<string, { name: string }[]>} */
  const byLicense = JSON.parse(output);
  const packages = Object.entries(byLicense).flatMap(([license, found]) =>
    found.map(({ name }) => ({ name, license })),
  );
  const refused = packages.filter(({ name, license }) => !isAccepted(license) && !IN_A_FILE.has(name));
  return {
    facts: plural(packages.length, 'license'),
    problems: refused.map(({ name, license }) => ({
      where: name,
      problem: `has the license ${license}`,
      remedy: 'use another package, or add the license to scripts/check/dependencies.mjs',
    })),
  };
}

/** Whether an SPDX expression lets us choose accepted licenses only. One with WITH or + is refused. @param {string} expression */
export function isAccepted(expression) {
  const innermost = /\(([^()]*)\)/;
  let rest = expression;
  // Each group becomes a license that is accepted or not.
  for (let group = innermost.exec(rest); group !== null; group = innermost.exec(rest))
    rest = rest.replace(group[0], isChoiceAccepted(group[1] ?? '') ? 'MIT' : 'refused');
  return !/[()]/.test(rest) && isChoiceAccepted(rest);
}

/** @param {string} expression Without parentheses. AND binds more strongly than OR. */
function isChoiceAccepted(expression) {
  return expression
    .split(' OR ')
    .some((alternative) => alternative.split(' AND ').every((license) => ACCEPTED.has(license.trim())));
}

/** The status of a registry that has no endpoint for audits. Any other error fails the check. @param {string} output */
export function missingAuditIn(output) {
  return /ERR_PNPM_AUDIT\w+[\s\S]*?responded[\s│]+with[\s│]+(404|405|501)\b/.exec(output)?.[1];
}

/** @returns {Promise<import('./finding.mjs').Finding>} */
async function checkAdvisories() {
  const { code, output } = await pnpm(['audit', '--audit-level', 'high']);
  const status = code === 0 ? undefined : missingAuditIn(output);
  if (status !== undefined)
    return { facts: `audit skipped: registry has no audit endpoint (${status})`, problems: [] };
  const remedy = 'update the package, or override its version in pnpm-workspace.yaml';
  return {
    facts: 'no advisory of high severity',
    problems: code === 0 ? [] : [{ where: 'pnpm audit', problem: output.trim(), remedy }],
  };
}

/** @param {readonly string[]} asked */
async function pnpm(asked) {
  const { command, args, env } = await pnpmCommand();
  return capture(command, [...args, ...asked], { env });
}
