import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { packageEntries } from '../package-entries.mjs';
import { root } from '../root.mjs';
import { plural } from '../terminal.mjs';
import { publicPackages } from '../workspace.mjs';

/** @typedef {import('../workspace.mjs').Package} Package */

const file = join(root, 'budgets.json');
const room = 1.1;

/**
 * Bytes of each published entry, minified and compressed: its own code, without the packages it imports,
 * and once the whole framework. `--write` sets every budget to the size found, and a tenth.
 *
 * @type {import('./finding.mjs').Check}
 */
export async function checkBudgets(workspace) {
  /** @type {Record<string, number>} */
  const budgets = JSON.parse(readFileSync(file, 'utf8'));
  const sizes = await measure(workspace);
  if (process.argv.includes('--write')) {
    const rounded = Object.entries(sizes).map(([entry, size]) => [entry, Math.ceil((size * room) / 10) * 10]);
    writeFileSync(file, `${JSON.stringify(Object.fromEntries(rounded), null, 2)}\n`);
    return { facts: `${plural(rounded.length, 'budget')} written`, faults: [] };
  }
  const over = Object.entries(sizes).filter(([entry, size]) => size > (budgets[entry] ?? 0));
  const gone = Object.keys(budgets).filter((entry) => sizes[entry] === undefined);
  return {
    facts: `${plural(Object.keys(sizes).length, 'entry').replace('entrys', 'entries')}, the whole ${sizes[whole]} B`,
    faults: [
      ...over.map(([entry, size]) => ({
        where: entry,
        problem: `${size} bytes minified and gzipped, over its budget of ${budgets[entry] ?? 0}`,
        remedy: 'make it smaller, or run `npm run check -- budgets --write` and say in the changeset why',
      })),
      ...gone.map((entry) => ({
        where: 'budgets.json',
        problem: `${entry} is no entry any more`,
        remedy: 'run `npm run check -- budgets --write`',
      })),
    ],
  };
}

const whole = 'nextpress with everything it imports';

/** @param {readonly Package[]} workspace @returns {Promise<Record<string, number>>} */
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
    // One file may have two names, with and without its extension.
    if (!measured.has(path)) sizes[name] = await bytes(path, 'external');
    measured.add(path);
  }
  const umbrella = entries.find(({ name }) => name === 'nextpress');
  if (umbrella !== undefined) sizes[whole] = await bytes(umbrella.path, 'bundle');
  return sizes;
}

/** @param {string} path @param {'external' | 'bundle'} packages */
async function bytes(path, packages) {
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
