import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

/** The title and the version of an application, from the package.json in its folder or in the nearest one above. */
export function describePackage(entry: string): { title: string; version: string; description?: string } {
  const manifest = nearestManifest(dirname(resolve(entry)));
  const { name, version, description } = manifest as Record<string, unknown>;
  return {
    title: typeof name === 'string' ? name : basename(entry),
    version: typeof version === 'string' ? version : '0.0.0',
    ...(typeof description === 'string' ? { description } : {}),
  };
}

function nearestManifest(folder: string): object {
  const path = join(folder, 'package.json');
  if (existsSync(path)) return Object(JSON.parse(readFileSync(path, 'utf8')));
  const parent = dirname(folder);
  return parent === folder ? {} : nearestManifest(parent);
}
