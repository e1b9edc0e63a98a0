import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { turbo } from './turbo.mjs';
import { readWorkspace } from './workspace.mjs';

/**
 * Deletes all builds and builds every package, because neither `tsc -b` nor turbo's cache deletes the output of
 * removed sources.
 */
export function buildFromNothing() {
  for (const { folder } of readWorkspace().filter(({ manifest }) => manifest.scripts?.build)) {
    rmSync(join(folder, 'dist'), { recursive: true, force: true });
  }
  return turbo(['build'], ['--force']);
}
