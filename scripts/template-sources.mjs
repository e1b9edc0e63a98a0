// What the templates of a package need besides their sources in TypeScript, made by `bundle.mjs`: the same in JavaScript, and the
// versions of their dependencies, because pnpm removes `devDependencies` from what it publishes.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { transform } from 'sucrase';
import { root } from './root.mjs';
import { readWorkspace } from './workspace.mjs';

/**
 * Writes a `.js` file for each `.ts` file of a folder.
 *
 * @param {{ templates: string, output: string }} folders
 */
export function writeJavaScript({ templates, output }) {
  rmSync(output, { recursive: true, force: true });
  for (const entry of readdirSync(templates, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !entry.name.endsWith('.ts')) continue;
    const source = join(entry.parentPath, entry.name);
    const target = join(output, source.slice(templates.length)).replace(/\.ts$/, '.js');
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, toJavaScript(readFileSync(source, 'utf8')));
  }
}

/** Removes the types, and what they leave: commas, spaces and empty lines. @param {string} typed */
function toJavaScript(typed) {
  const options = { disableESTransforms: true, keepUnusedImports: true };
  const { code } = transform(typed, { ...options, transforms: ['typescript'] });
  return code
    .replaceAll(/(from '\.{1,2}\/[^']*)\.ts'/g, "$1.js'")
    .replaceAll(', }', ' }')
    .replaceAll(/ ;$/gm, ';')
    .replaceAll(/^[ \t]+$/gm, '')
    .replaceAll(/^(import .*\n)\n(?=import )/gm, '$1')
    .replaceAll(/\n{3,}/g, '\n\n');
}

/**
 * Writes the ranges of versions that projects get: of packages of this repository their own, of others those that the tests use.
 *
 * @param {{ devDependencies: Record<string, string>, output: string }} options
 */
export function writeVersions({ devDependencies, output }) {
  const own = new Map(readWorkspace().map(({ name, manifest }) => [name, manifest.version]));
  const catalog = readFileSync(join(root, 'pnpm-workspace.yaml'), 'utf8');
  const versions = Object.entries(devDependencies).map(([name, range]) => {
    const version = range === 'catalog:' ? versionInCatalog(catalog, name) : (own.get(name) ?? range);
    return [name, `^${version}`];
  });
  writeFileSync(output, `${JSON.stringify(Object.fromEntries(versions), undefined, 2)}\n`);
}

/** @param {string} catalog @param {string} name */
function versionInCatalog(catalog, name) {
  const version = new RegExp(`^ {2}"?${name}"?: (\\S+)$`, 'm').exec(catalog)?.[1];
  if (version === undefined) throw new Error(`No ${name} in the catalog of pnpm-workspace.yaml`);
  return version;
}
