import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { capture } from '../child.mjs';
import { blocksOf, examplesOf, isFile, isKnown, isProgram } from '../documented/blocks.mjs';
import { instrument, UnsupportedExample } from '../documented/instrument.mjs';
import { serverExamplesOf, tryServerExample } from '../documented/server-example.mjs';
import { packageEntries } from '../package-entries.mjs';
import { inParallel } from '../parallel.mjs';
import { plural } from '../terminal.mjs';
import { publicPackages } from '../workspace.mjs';
import { filesIn, readText } from './files.mjs';

/**
 * @typedef {import('../workspace.mjs').Package} Package
 * @typedef {import('../documented/blocks.mjs').Block} Block
 * @typedef {import('../documented/server-example.mjs').ServerExample} ServerExample
 * @typedef {import('./finding.mjs').Problem} Problem
 */

const TIME_LIMIT = 20_000;
const assertions = new URL('../documented/assertions.mjs', import.meta.url).href;

/** Runs each program of a README or an `@example` on the built packages and compares its results. @type {import('./finding.mjs').Check} */
export async function checkDocumentedCode(workspace) {
  const published = publicPackages(workspace);
  const docs = workspace.find(({ path }) => path === 'docs');
  const pages = ['README.md', 'CONTRIBUTING.md', ...filesIn('docs', /\.md$/)].filter(
    (path) => !path.startsWith('docs/decisions/'),
  );
  const programs = [
    ...published.flatMap((pkg) => programsOfPackage(pkg)),
    ...(docs === undefined ? [] : pages.flatMap((path) => programsOfPage(path, docs))),
  ];
  const unknown = [...pages, ...published.map(({ path }) => `${path}/README.md`)].flatMap(unknownBlocks);
  try {
    const outcomes = await inParallel(programs, (program, number) => run(program, number, published));
    const skipped = outcomes.flatMap((outcome) => ('skipped' in outcome ? [outcome.skipped] : []));
    const facts = `${plural(programs.length - skipped.length, 'program')} have run${reasons(skipped)}`;
    return {
      facts,
      problems: [...unknown, ...outcomes.flatMap((outcome) => ('problem' in outcome ? [outcome] : []))],
    };
  } finally {
    for (const { folder } of workspace) rmSync(join(folder, '.documented'), { recursive: true, force: true });
  }
}

/** Nobody would run a block of an unknown kind. @param {string} path @returns {Problem[]} */
function unknownBlocks(path) {
  return blocksOf(path, readText(path))
    .filter((block) => !isKnown(block))
    .map(({ line, kind }) => ({
      where: `${path}:${line}`,
      problem: `unknown kind of block "${kind}"`,
      remedy:
        'use one of CONTRIBUTING.md, or add a language that is only shown to scripts/documented/blocks.mjs',
    }));
}

/** @param {readonly string[]} skipped The reason for each program. */
function reasons(skipped) {
  return skipped.length === 0 ? '' : `, ${skipped.length} skipped: ${[...new Set(skipped)].join(', ')}`;
}

/**
 * @typedef {object} Documented
 * @property {Block | ServerExample} program
 * @property {Package} home The package whose dependencies the program may import.
 * @property {readonly Block[]} files
 */

/** @param {Package} pkg @returns {Documented[]} */
function programsOfPackage(pkg) {
  const examples = filesIn(`${pkg.path}/src`, /\.ts$/).flatMap((file) => examplesOf(file, readText(file)));
  return [
    ...programsOfPage(`${pkg.path}/README.md`, pkg),
    ...examples.map((program) => ({ program, home: pkg, files: [] })),
  ];
}

/** @param {string} path @param {Package} home @returns {Documented[]} */
function programsOfPage(path, home) {
  const blocks = blocksOf(path, readText(path));
  const files = blocks.filter(isFile);
  return [...blocks.filter(isProgram), ...serverExamplesOf(blocks)].map((program) => ({
    program,
    home,
    files,
  }));
}

/**
 * @param {Documented} documented
 * @param {number} number
 * @param {readonly Package[]} published
 * @returns {Promise<Problem | { skipped: string } | { passed: true }>}
 */
async function run({ program, home, files }, number, published) {
  const where = `${program.path}:${program.line}`;
  const remedy =
    'write a complete program that exits by itself (CONTRIBUTING.md, "Code in the documentation")';
  const toJavaScript = (/** @type {string} */ code) =>
    instrument(code, (specifier) => built(specifier, published), assertions);
  try {
    const javascript = toJavaScript(program.code);
    const folder = join(home.folder, '.documented', `${number}`);
    const file = join(folder, dirname(program.name ?? ''), `program-${number}.mjs`);
    for (const { name = '', code } of files)
      write(join(folder, asJavaScript(name)), /\.m?[jt]s$/.test(name) ? toJavaScript(code) : code);
    write(file, javascript);
    if ('requests' in program) {
      const { problem, skipped } = await tryServerExample(file, program, folder);
      if (skipped !== undefined) return { skipped };
      return problem === undefined ? { passed: true } : { where, problem, remedy };
    }
    const cwd = files.length > 0 ? folder : home.folder;
    const { code, output } = await capture(process.execPath, [file], { cwd, timeLimit: TIME_LIMIT });
    return code === 0 ? { passed: true } : { where, problem: output.trim(), remedy };
  } catch (error) {
    if (!(error instanceof UnsupportedExample || error instanceof SyntaxError)) throw error;
    return { where, problem: error.message, remedy };
  }
}

/** @param {string} file @param {string} text */
function write(file, text) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** The name of what a TypeScript file becomes. @param {string} name */
function asJavaScript(name) {
  return name.replace(/\.ts$/, '.js');
}

/** The URL of the built file that a specifier names, from any package, or the name of the file of a page. @param {string} specifier @param {readonly Package[]} published */
function built(specifier, published) {
  const pkg = published.find(({ name }) => specifier === name || specifier.startsWith(`${name}/`));
  if (pkg === undefined) return specifier.startsWith('.') ? asJavaScript(specifier) : specifier;
  const subpath = `.${specifier.slice(pkg.name.length)}`;
  const entry = packageEntries(pkg.folder, pkg.manifest).find((each) => each.subpath === subpath);
  if (entry === undefined) throw new UnsupportedExample(`${pkg.name} does not export ${specifier}`);
  return pathToFileURL(join(pkg.folder, entry.built)).href;
}
