import { readFileSync } from 'node:fs';
import { plural } from '../terminal.mjs';

// A path in a variable: the scripts are type-checked without the suite.
const document = '../../ecosystem/document.mjs';

const remedy = 'run `npm run test:ecosystem -- --write` and commit what it writes';

/** The page names every package that is tested, in the version that is installed. @type {import('./finding.mjs').Check} */
export async function checkEcosystem() {
  const { documentFile, installedVersion, testedPackages, versionsIn } = await import(document);
  /** @type {Map<string, string>} */
  const told = versionsIn(readFileSync(documentFile, 'utf8'));
  /** @type {string[]} */
  const tested = testedPackages();
  const where = 'docs/ecosystem.md';
  const faults = tested
    .filter((name) => told.get(name) !== installedVersion(name))
    .map((name) => ({
      where,
      problem: `${name} ${installedVersion(name)} is tested, and ${told.get(name) ?? 'nothing'} is told of`,
      remedy,
    }));
  const gone = [...told.keys()].filter((name) => !tested.includes(name));
  faults.push(...gone.map((name) => ({ where, problem: `${name} is told of, and not tested`, remedy })));
  return { facts: plural(tested.length, 'package'), faults };
}
