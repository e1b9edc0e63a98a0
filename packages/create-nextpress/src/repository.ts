import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** The root of the Git repository that contains a folder, even if the folder does not exist yet. */
export function repositoryOf(folder: string): string | undefined {
  const path = resolve(folder);
  if (existsSync(join(path, '.git'))) return path;
  return path === dirname(path) ? undefined : repositoryOf(dirname(path));
}
