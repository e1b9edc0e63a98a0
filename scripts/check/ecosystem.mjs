import { readFileSync } from 'node:fs';
import { plural } from '../terminal.mjs';

// In a variable, so that the scripts are type-checked without the suite.
const document = '../../tests/ecosystem/document.mjs';

const where = 'docs/ecosystem.md';
const remedy = 'run `npm run test:ecosystem -- --write` and commit the page';

/** The page lists each tested package in its installed version. @type {import('./finding.mjs').Check} */
export async function checkEcosystem() {
  const { documentFile, installedVersion, testedPackages, versionsIn } = await import(document);
  /** @type {Map<string, string>} */
  const listed = versionsIn(readFileSync(documentFile, 'utf8'));
  /** @type {string[]} */
  const tested = testedPackages();
  const outdated = tested.filter((name) => listed.get(name) !== installedVersion(name));
  const removed = [...listed.keys()].filter((name) => !tested.includes(name));
  return {
    facts: plural(tested.length, 'package'),
    problems: [
      ...outdated.map((name) => ({
        where,
        problem: `lists ${name} ${listed.get(name) ?? 'not at all'}: expected ${installedVersion(name)}`,
        remedy,
      })),
      ...removed.map((name) => ({ where, problem: `lists ${name}, which is not tested`, remedy })),
    ],
  };
}
