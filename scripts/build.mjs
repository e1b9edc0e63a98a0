import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { turbo } from './turbo.mjs';
import { readWorkspace } from './workspace.mjs';

/**
 * Builds every package from nothing, so that `dist` holds no output of a source that is gone: neither
 * `tsc -b` nor turbo's cache deletes it.
 */
export function buildFromNothing() {
  for (const { folder } of readWorkspace().filter(({ manifest }) => manifest.scripts?.build)) {
    rmSync(join(folder, 'dist'), { recursive: true, force: true });
  }
  return turbo(['build'], ['--force']);
}
