import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { packageSizes } from '../code-lines.mjs';
import { packageEntries } from '../package-entries.mjs';
import { root } from '../root.mjs';
import { publicPackages } from '../workspace.mjs';

const file = join(root, 'budgets.json');
const WHOLE = 'nextpress with everything it imports';
/** The units by their keys in `budgets.json`. */
const NAMES = { lines: 'code lines', files: 'source files', bytes: 'bytes, minified and gzipped' };
/** A new budget is this multiple of the size, so that small changes need no new one. */
const SLACK = { lines: 1.005, files: 1.005, bytes: 1.02 };

/**
 * @typedef {Record<string, number>} Amounts By package; the bytes by entry.
 *
 * @typedef {{ lines: Amounts, files: Amounts, bytes: Amounts }} Sizes
 *
 * @typedef {keyof Sizes} Unit
 */

/** No package has more code lines and source files, and no entry more bytes, than its budget. @type {import('./finding.mjs').Check} */
export async function checkBudgets(workspace) {
  const sizes = { ...sourceSizes(workspace), bytes: await measureBytes(workspace) };
  /** @type {Sizes} */
  const budgets = JSON.parse(readFileSync(file, 'utf8'));
  const lines = Object.values(sizes.lines).reduce((sum, each) => sum + each, 0);
  const facts = `${lines} code lines, the whole ${sizes.bytes[WHOLE]} B`;
  if (!process.argv.includes('--write')) return { facts, problems: excesses(sizes, budgets) };
  writeFileSync(file, `${JSON.stringify(newBudgets(sizes, budgets), null, 2)}\n`);
  return { facts: `${facts}; budgets written`, problems: [] };
}

/**
 * @param {Sizes} sizes
 * @param {Sizes} budgets
 * @returns {import('./finding.mjs').Problem[]}
 */
export function excesses(sizes, budgets) {
  return unitsOf(sizes).flatMap((unit) => {
    const names = new Set([...Object.keys(sizes[unit]), ...Object.keys(budgets[unit])]);
    const exceeded = [...names].filter((name) => !(Number(sizes[unit][name]) <= Number(budgets[unit][name])));
    return exceeded.map((where) => ({
      where,
      problem: `${sizes[unit][where] ?? 'no'} ${NAMES[unit]}: expected at most ${budgets[unit][where] ?? 'a budget'}`,
      remedy: `remove or merge code, or run \`npm run check -- budgets --write\`, which sets the budget to the size and ${percent(unit)} %, and say in the commit what users get for it`,
    }));
  });
}

/**
 * Lowers budgets to the sizes with their slack, and raises only those that are exceeded.
 *
 * @param {Sizes} sizes
 * @param {Sizes} budgets
 * @returns {Sizes}
 */
export function newBudgets(sizes, budgets) {
  /** @param {Unit} unit @returns {Amounts} */
  const written = (unit) =>
    Object.fromEntries(
      Object.entries(sizes[unit]).map(([name, size]) => {
        const budget = budgets[unit][name] ?? 0;
        const ample = Math.ceil(size * SLACK[unit]);
        return [name, size > budget ? ample : Math.min(ample, budget)];
      }),
    );
  return { lines: written('lines'), files: written('files'), bytes: written('bytes') };
}

/** @param {Sizes} sizes @returns {Unit[]} */
function unitsOf(sizes) {
  return /** @type {Unit[]} */ (Object.keys(sizes));
}

/** @param {Unit} unit */
function percent(unit) {
  return Number(((SLACK[unit] - 1) * 100).toFixed(1));
}

/** @param {readonly import('../workspace.mjs').Package[]} workspace @returns {Omit<Sizes, 'bytes'>} */
function sourceSizes(workspace) {
  /** @type {Amounts} */
  const lines = {};
  /** @type {Amounts} */
  const files = {};
  const counted = packageSizes();
  for (const { name, path } of workspace) {
    const size = path.startsWith('packages/') ? counted.get(basename(path)) : undefined;
    if (size === undefined) continue;
    lines[name] = size.lines;
    files[name] = size.files;
  }
  return { lines, files };
}

/** Each entry without the packages that it imports. @param {readonly import('../workspace.mjs').Package[]} workspace @returns {Promise<Amounts>} */
async function measureBytes(workspace) {
  const entries = publicPackages(workspace).flatMap((pkg) =>
    packageEntries(pkg.folder, pkg.manifest).map(({ subpath, built }) => ({
      name: pkg.name + subpath.slice(1),
      path: join(pkg.folder, built),
    })),
  );
  /** @type {Amounts} */
  const sizes = {};
  const measured = new Set();
  for (const { name, path } of entries) {
    // A file can have two names, with and without its extension.
    if (!measured.has(path)) sizes[name] = await compressedSize(path, 'external');
    measured.add(path);
  }
  const umbrella = entries.find(({ name }) => name === 'nextpress');
  if (umbrella !== undefined) sizes[WHOLE] = await compressedSize(umbrella.path, 'bundle');
  return sizes;
}

/** @param {string} path @param {'external' | 'bundle'} packages */
async function compressedSize(path, packages) {
  const { outputFiles } = await build({
    entryPoints: [path],
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    packages,
    write: false,
    logLevel: 'silent',
  });
  return gzipSync(outputFiles[0]?.contents ?? '', { level: 9 }).length;
}
