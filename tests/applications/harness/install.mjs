import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  lutimesSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { capture } from '../../../scripts/child.mjs';
import { npmCommand } from '../../../scripts/npm-command.mjs';
import { StepFailure } from '../../../scripts/terminal.mjs';

/** @typedef {import('./catalog.mjs').Application} Application */

/** Ignored by Git; may be deleted at any time. Its name has no dot, because Express does not send files below such a folder. */
export const installed = fileURLToPath(new URL('../installed/', import.meta.url));

const shared = fileURLToPath(new URL('../shared/', import.meta.url));

/** npm gives files the time of their installation, and `Last-Modified` and `ETag` show it. */
const MODIFIED = new Date('2026-01-01T00:00:00Z');

/**
 * Installs an application from npm into a folder of its own, once for each combination of versions.
 *
 * @param {Application} application
 * @param {ReadonlyMap<string, string>} [tarballs] of Nextpress; they take Express's place everywhere in the tree
 * @returns {Promise<string>} the folder
 */
export async function installApplication(application, tarballs) {
  const folder = join(installed, application.name, tarballs === undefined ? 'express' : 'nextpress');
  const manifest =
    tarballs === undefined ? application.manifest : withNextpress(application.manifest, tarballs);
  const isBuilt = application.manifest.scripts?.build !== undefined;
  const tree = fingerprint(application.manifest, isBuilt ? application.folder : '');
  const wanted = `${tree} ${fingerprint(manifest, '')}`;
  const stamp = join(folder, '.installed');
  const found = existsSync(stamp) ? readFileSync(stamp, 'utf8') : '';
  if (found !== wanted) {
    // Where only Nextpress is another, npm replaces its packages.
    const isKept = found.startsWith(`${tree} `);
    if (!isKept) rmSync(folder, { recursive: true, force: true });
    rmSync(stamp, { force: true });
    mkdirSync(folder, { recursive: true });
    copySources(application, folder);
    writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest, null, 2));
    await npm(folder, ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline']);
    if (isBuilt && !isKept) await npm(folder, ['run', 'build']);
    for (const file of readdirSync(folder, { recursive: true })) setTime(join(folder, `${file}`));
    writeFileSync(stamp, wanted);
  }
  copySources(application, folder);
  return folder;
}

/**
 * The manifest of a project that replaces Express with `overrides`. A direct dependency is replaced where it is declared,
 * because npm does not override those.
 *
 * @param {import('./catalog.mjs').Manifest} manifest
 * @param {ReadonlyMap<string, string>} tarballs
 */
function withNextpress(manifest, tarballs) {
  const files = Object.fromEntries([...tarballs].map(([name, path]) => [name, `file:${path}`]));
  const express = files['@nextpress/express'];
  if (express === undefined) throw new Error('@nextpress/express is not among the packed packages');
  const isDirect = manifest.dependencies.express !== undefined;
  return {
    ...manifest,
    dependencies: isDirect ? { ...manifest.dependencies, express } : manifest.dependencies,
    overrides: { ...manifest.overrides, ...files, express },
  };
}

/** @param {object} manifest @param {string} sources the folder of the TypeScript files to build, or nothing */
function fingerprint(manifest, sources) {
  const hash = createHash('sha256').update(`${process.version} ${JSON.stringify(manifest)}`);
  if (sources !== '')
    for (const file of sourcesOf(sources)) if (file.endsWith('.ts')) hash.update(readFileSync(file));
  return hash.digest('hex');
}

/** @param {Application} application @param {string} to */
function copySources({ folder, driver }, to) {
  const copies = [
    ...sourcesOf(folder).map((file) => ({ file, copy: join(to, relative(folder, file)) })),
    ...(driver.shared ?? []).map((name) => ({ file: join(shared, name), copy: join(to, name) })),
  ];
  for (const { file, copy } of copies) {
    mkdirSync(dirname(copy), { recursive: true });
    copyFileSync(file, copy);
    setTime(copy);
  }
}

/** @param {string} folder */
function sourcesOf(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'package.json' && entry.name !== 'driver.mjs')
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/** @param {string} file */
function setTime(file) {
  lutimesSync(file, MODIFIED, MODIFIED);
}

/** @param {string} cwd @param {readonly string[]} args */
async function npm(cwd, args) {
  const { command, args: script } = npmCommand('npm');
  const { code, output } = await capture(command, [...script, ...args], { cwd, timeLimit: 600_000 });
  if (code !== 0) throw new StepFailure(`npm ${args[0]} failed`, output);
}
