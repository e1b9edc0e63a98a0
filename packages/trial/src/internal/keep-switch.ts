import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

interface Manifest {
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  overrides?: Record<string, unknown>;
  resolutions?: Record<string, string>;
  pnpm?: { overrides?: Record<string, string> };
}

/**
 * Replaces Express by `@nextpress/express` in a manifest: the own dependency, and that of dependencies by the field that the package manager
 * of the lock file reads.
 *
 * @returns the path of the manifest
 */
export function keepSwitch(folder: string): string {
  const path = join(folder, 'package.json');
  const text = readFileSync(path, 'utf8');
  const manifest = JSON.parse(text) as Manifest;
  const alias = 'npm:@nextpress/express';
  for (const dependencies of [manifest.dependencies, manifest.devDependencies]) {
    if (dependencies?.express !== undefined) dependencies.express = alias;
  }
  if (existsSync(join(folder, 'pnpm-lock.yaml'))) {
    manifest.pnpm = { ...manifest.pnpm, overrides: { ...manifest.pnpm?.overrides, express: alias } };
  } else if (existsSync(join(folder, 'yarn.lock'))) {
    manifest.resolutions = { ...manifest.resolutions, express: alias };
  } else manifest.overrides = { ...manifest.overrides, express: alias };
  const [, indent = '  '] = /^([ \t]+)"/m.exec(text) ?? [];
  writeFileSync(path, `${JSON.stringify(manifest, undefined, indent)}\n`);
  return path;
}
