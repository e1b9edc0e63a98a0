import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { packageEntries } from '../package-entries.mjs';
import { root } from '../root.mjs';
import { publicPackages } from '../workspace.mjs';

const file = join(root, 'budgets.json');
/** `--write` sets each budget to this multiple of the size. */
const HEADROOM = 1.1;
const WHOLE = 'nextpress with everything it imports';

/** Each entry, minified and compressed without the packages it imports, fits its budget. @type {import('./finding.mjs').Check} */
export async function checkBudgets(workspace) {
  const sizes = await measure(workspace);
  const names = Object.keys(sizes);
  const facts = `${names.length} entries, the whole ${sizes[WHOLE]} B`;
  if (process.argv.includes('--write')) {
    const budgets = names.map((name) => [name, Math.ceil((Number(sizes[name]) * HEADROOM) / 10) * 10]);
    writeFileSync(file, `${JSON.stringify(Object.fromEntries(budgets), null, 2)}\n`);
    return { facts: `${facts}; budgets written`, problems: [] };
  }
  /** @type {Record<string, number>} */
  const budgets = JSON.parse(readFileSync(file, 'utf8'));
  const wrong = [...new Set([...names, ...Object.keys(budgets)])].filter(
    (name) => !(Number(sizes[name]) <= Number(budgets[name])),
  );
  return {
    facts,
    problems: wrong.map((where) => ({
      where,
      problem: `${sizes[where] ?? 'no entry'} bytes, minified and gzipped: expected at most ${budgets[where] ?? 'a budget'}`,
      remedy:
        'make it smaller, or run `npm run check -- budgets --write` and give the reason in the changeset',
    })),
  };
}

/** @param {readonly import('../workspace.mjs').Package[]} workspace @returns {Promise<Record<string, number>>} */
async function measure(workspace) {
  const entries = publicPackages(workspace).flatMap((pkg) =>
    packageEntries(pkg.folder, pkg.manifest).map(({ subpath, built }) => ({
      name: pkg.name + subpath.slice(1),
      path: join(pkg.folder, built),
    })),
  );
  /** @type {Record<string, number>} */
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
