import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { capture } from '../child.mjs';
import { instrument, Unprovable } from '../documented/instrument.mjs';
import { programsOfMarkdown, programsOfSource } from '../documented/programs.mjs';
import { inLanes } from '../lanes.mjs';
import { packageEntries } from '../package-entries.mjs';
import { root } from '../root.mjs';
import { plural } from '../terminal.mjs';
import { publicPackages } from '../workspace.mjs';
import { filesIn, readText } from './files.mjs';
import { packageOf } from './import-specifiers.mjs';

/**
 * @typedef {import('../workspace.mjs').Package} Package
 * @typedef {import('../documented/programs.mjs').Program} Program
 * @typedef {import('./finding.mjs').Fault} Fault
 */

const timeLimit = 20_000;
const witness = new URL('../documented/witness.mjs', import.meta.url).href;

/** Every program of a README or an `@example` runs on the built packages, and what it says comes true. @type {import('./finding.mjs').Check} */
export async function checkDocumentedCode(workspace) {
  const published = publicPackages(workspace);
  const umbrella = published.find(({ name }) => name === 'nextpress');
  const programs = published.flatMap((pkg) => programsOf(pkg).map((program) => ({ program, home: pkg })));
  for (const path of ['README.md', 'CONTRIBUTING.md', ...filesIn('docs', /\.md$/)]) {
    if (umbrella === undefined || path.startsWith('docs/decisions/')) continue;
    for (const program of programsOfMarkdown(path, readText(path)))
      programs.push({ program, home: umbrella });
  }
  try {
    const faults = await inLanes(programs, ({ program, home }, number) =>
      run(program, home, number, published),
    );
    return {
      facts: `${plural(programs.length, 'program')} of READMEs and @examples ran`,
      faults: faults.flat(),
    };
  } finally {
    for (const { folder } of published) rmSync(join(folder, '.documented'), { recursive: true, force: true });
  }
}

/** @param {Package} pkg @returns {Program[]} */
function programsOf({ path }) {
  const readme = `${path}/README.md`;
  return [
    ...(existsSync(join(root, readme)) ? programsOfMarkdown(readme, readText(readme)) : []),
    ...filesIn(`${path}/src`, /\.ts$/).flatMap((file) => programsOfSource(file, readText(file))),
  ];
}

/**
 * @param {Program} program
 * @param {Package} home Where its other imports are looked up.
 * @param {number} number
 * @param {readonly Package[]} published
 * @returns {Promise<Fault[]>}
 */
async function run(program, home, number, published) {
  const where = `${program.path}:${program.line}`;
  const remedy =
    'a ts or js block is a complete program that ends by itself (CONTRIBUTING.md, "Code in the documentation")';
  try {
    const javascript = instrument(program.code, (specifier) => built(specifier, published), witness);
    const folder = join(home.folder, '.documented');
    const file = join(folder, `${number}.mjs`);
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, javascript);
    const { code, output } = await capture(process.execPath, [file], { cwd: home.folder, timeLimit });
    return code === 0 ? [] : [{ where, problem: output.trim(), remedy }];
  } catch (error) {
    if (error instanceof Unprovable || error instanceof SyntaxError || isTransformError(error)) {
      return [{ where, problem: error.message, remedy }];
    }
    throw error;
  }
}

/** @param {unknown} error @returns {error is Error} */
function isTransformError(error) {
  return error instanceof Error && error.message.startsWith('Transform failed');
}

/** The built file behind a package's name, for whichever package asks. @param {string} specifier @param {readonly Package[]} published */
function built(specifier, published) {
  const pkg = published.find(({ name }) => name === packageOf(specifier));
  if (pkg === undefined) return specifier;
  const subpath = `.${specifier.slice(pkg.name.length)}`;
  const entry = packageEntries(pkg.folder, pkg.manifest).find((each) => each.subpath === subpath);
  if (entry === undefined) throw new Unprovable(`${pkg.name} does not export ${specifier}`);
  return pathToFileURL(join(pkg.folder, entry.built)).href;
}
