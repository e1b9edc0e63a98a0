import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Project } from './project.ts';

interface Manifest {
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  overrides?: Record<string, unknown>;
  resolutions?: Record<string, string>;
}

const ALIAS = 'npm:@nextpress/express';

/**
 * Replaces Express with `@nextpress/express`: as the project's dependency, and for its dependencies in the place where the
 * package manager of the lock file looks for overrides.
 *
 * @returns the paths of the changed files
 */
export function keepSwitch({ folder, root }: Project): string[] {
  const own = editManifest(folder, (manifest) => {
    for (const dependencies of [manifest.dependencies, manifest.devDependencies]) {
      if (dependencies?.express !== undefined) dependencies.express = ALIAS;
    }
  });
  const has = (name: string): boolean => existsSync(join(root, name));
  if (has('pnpm-lock.yaml')) return [own, overrideInPnpm(root)];
  const overridden = editManifest(root, (manifest) => {
    if (has('yarn.lock')) manifest.resolutions = { ...manifest.resolutions, express: ALIAS };
    else manifest.overrides = { ...manifest.overrides, express: ALIAS };
  });
  return [...new Set([own, overridden])];
}

/** Keeps the indentation. */
function editManifest(folder: string, edit: (manifest: Manifest) => void): string {
  const path = join(folder, 'package.json');
  const text = readFileSync(path, 'utf8');
  const manifest = JSON.parse(text) as Manifest;
  edit(manifest);
  const [, indent = '  '] = /^([ \t]+)"/m.exec(text) ?? [];
  writeFileSync(path, `${JSON.stringify(manifest, undefined, indent)}\n`);
  return path;
}

/** Writes to `pnpm-workspace.yaml`, which pnpm reads from version 10.5 on, and version 11 exclusively. */
function overrideInPnpm(root: string): string {
  const path = join(root, 'pnpm-workspace.yaml');
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
  const line = (indent: string): string => `${indent}express: "${ALIAS}"`;
  const written = /^overrides:[ \t]*\n([ \t]+)/m.test(text)
    ? text.replace(
        /^overrides:[ \t]*\n([ \t]+)/m,
        (_all, indent: string) => `overrides:\n${line(indent)}\n${indent}`,
      )
    : `${text}${text === '' || text.endsWith('\n') ? '' : '\n'}overrides:\n${line('  ')}\n`;
  writeFileSync(path, written);
  return path;
}
