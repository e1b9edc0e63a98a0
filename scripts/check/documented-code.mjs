import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { capture } from '../child.mjs';
import { instrument, UnsupportedExample } from '../documented/instrument.mjs';
import { programsOfMarkdown, programsOfSource } from '../documented/programs.mjs';
import { serverExamplesOf, tryServerExample } from '../documented/server-example.mjs';
import { packageEntries } from '../package-entries.mjs';
import { inParallel } from '../parallel.mjs';
import { root } from '../root.mjs';
import { plural } from '../terminal.mjs';
import { publicPackages } from '../workspace.mjs';
import { filesIn, readText } from './files.mjs';

/**
 * @typedef {import('../workspace.mjs').Package} Package
 * @typedef {import('../documented/programs.mjs').Program} Program
 * @typedef {import('../documented/server-example.mjs').ServerExample} ServerExample
 * @typedef {import('./finding.mjs').Problem} Problem
 */

const TIME_LIMIT = 20_000;
const assertions = new URL('../documented/assertions.mjs', import.meta.url).href;

/** Runs each program of a README or an `@example` on the built packages and compares its results. @type {import('./finding.mjs').Check} */
export async function checkDocumentedCode(workspace) {
  const published = publicPackages(workspace);
  const docs = workspace.find(({ path }) => path === 'docs');
  /** @type {{ program: Program | ServerExample, home: Package }[]} */
  const programs = published.flatMap((pkg) => programsOf(pkg).map((program) => ({ program, home: pkg })));
  for (const path of ['README.md', 'CONTRIBUTING.md', ...filesIn('docs', /\.md$/)]) {
    if (docs === undefined || path.startsWith('docs/decisions/')) continue;
    for (const program of programsOfMarkdown(path, readText(path))) programs.push({ program, home: docs });
    for (const program of serverExamplesOf(path, readText(path))) programs.push({ program, home: docs });
  }
  try {
    const outcomes = await inParallel(programs, ({ program, home }, number) =>
      run(program, home, number, published),
    );
    const skipped = outcomes.flatMap((outcome) => ('skipped' in outcome ? [outcome.skipped] : []));
    const facts = `${plural(programs.length - skipped.length, 'program')} have run${reasons(skipped)}`;
    return { facts, problems: outcomes.flatMap((outcome) => ('problem' in outcome ? [outcome] : [])) };
  } finally {
    for (const { folder } of workspace) rmSync(join(folder, '.documented'), { recursive: true, force: true });
  }
}

/** @param {readonly string[]} skipped The reason for each program. */
function reasons(skipped) {
  return skipped.length === 0 ? '' : `, ${skipped.length} skipped: ${[...new Set(skipped)].join(', ')}`;
}

/** @param {Package} pkg @returns {(Program | ServerExample)[]} */
function programsOf({ path }) {
  const readme = `${path}/README.md`;
  const text = existsSync(join(root, readme)) ? readText(readme) : '';
  return [
    ...programsOfMarkdown(readme, text),
    ...serverExamplesOf(readme, text),
    ...filesIn(`${path}/src`, /\.ts$/).flatMap((file) => programsOfSource(file, readText(file))),
  ];
}

/**
 * @param {Program | ServerExample} program
 * @param {Package} home The package whose dependencies the program may import.
 * @param {number} number
 * @param {readonly Package[]} published
 * @returns {Promise<Problem | { skipped: string } | { passed: true }>}
 */
async function run(program, home, number, published) {
  const where = `${program.path}:${program.line}`;
  const remedy =
    'write a complete program that exits by itself (CONTRIBUTING.md, "Code in the documentation")';
  try {
    const javascript = instrument(program.code, (specifier) => built(specifier, published), assertions);
    const folder = join(home.folder, '.documented');
    const file = join(folder, `${number}.mjs`);
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, javascript);
    if ('requests' in program) {
      const { problem, skipped } = await tryServerExample(file, program);
      if (skipped !== undefined) return { skipped };
      return problem === undefined ? { passed: true } : { where, problem, remedy };
    }
    const { code, output } = await capture(process.execPath, [file], {
      cwd: home.folder,
      timeLimit: TIME_LIMIT,
    });
    return code === 0 ? { passed: true } : { where, problem: output.trim(), remedy };
  } catch (error) {
    if (error instanceof UnsupportedExample || error instanceof SyntaxError || isTransformError(error)) {
      return { where, problem: error.message, remedy };
    }
    throw error;
  }
}

/** @param {unknown} error @returns {error is Error} */
function isTransformError(error) {
  return error instanceof Error && error.message.startsWith('Transform failed');
}

/** The URL of the built file that a specifier names, from any package. @param {string} specifier @param {readonly Package[]} published */
function built(specifier, published) {
  const pkg = published.find(({ name }) => specifier === name || specifier.startsWith(`${name}/`));
  if (pkg === undefined) return specifier;
  const subpath = `.${specifier.slice(pkg.name.length)}`;
  const entry = packageEntries(pkg.folder, pkg.manifest).find((each) => each.subpath === subpath);
  if (entry === undefined) throw new UnsupportedExample(`${pkg.name} does not export ${specifier}`);
  return pathToFileURL(join(pkg.folder, entry.built)).href;
}
