import { capture } from '../child.mjs';
import { pnpmCommand } from '../pnpm-command.mjs';

/** Licenses, as `pnpm licenses` prints them, that let us run a package during development. */
const ACCEPTED = [
  ...['MIT', 'ISC', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'BSD-0-Clause', '0BSD', 'BlueOak-1.0.0'],
  ...['MPL-2.0', 'Python-2.0', 'PSF-2.0', 'Unlicense', 'WTFPL', 'CC0-1.0', 'CC-BY-3.0', 'CC-BY-4.0', 'Zlib'],
  ...['MIT OR Apache-2.0', '(MIT OR Apache-2.0)', '(MIT OR CC0-1.0)', 'WTFPL OR ISC', '(WTFPL OR MIT)'],
  ...['(MIT AND Zlib)', '(MIT AND BSD-3-Clause)', '(AFL-2.1 OR BSD-3-Clause)'],
];
/** Packages that state their license in a file only, which is the MIT License. */
const IN_A_FILE = ['humanize-number', 'only', 'pause', 'spawndamnit'];

/** The status of a registry that has no endpoint for audits. Any other error fails the check. @param {string} output */
export function missingAuditIn(output) {
  return /ERR_PNPM_AUDIT\w+[\s\S]*?responded[\s│]+with[\s│]+(404|405|501)\b/.exec(output)?.[1];
}

/** Each installed package has an accepted license, and none has an advisory of high severity. @type {import('./finding.mjs').Check} */
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
  /** @type {[license: string, packages: { name: string }[]][]} */
  const licenses = Object.entries(JSON.parse(output));
  return {
    facts: `${licenses.length} licenses`,
    problems: licenses
      .filter(([license, packages]) => !ACCEPTED.includes(license) && !packages.every(isInAFile))
      .map(([license, packages]) => ({
        where: packages.map(({ name }) => name).join(', '),
        problem: `license ${license}`,
        remedy: 'use another package, or add the license to scripts/check/dependencies.mjs',
      })),
  };
}

/** @param {{ name: string }} installed */
const isInAFile = ({ name }) => IN_A_FILE.includes(name);

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
