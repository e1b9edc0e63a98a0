import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root.mjs';

/**
 * How to call the pinned pnpm on a machine that may have only Node and npm: the one on PATH if it is
 * that version, else through npx.
 */
export function pnpmCommand() {
  const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const shell = process.platform === 'win32';
  const found = spawnSync('pnpm', ['--version'], { encoding: 'utf8', shell, cwd: root });
  const onPath = `pnpm@${found.stdout?.trim()}` === packageManager;
  return {
    command: onPath ? 'pnpm' : 'npx',
    args: onPath ? [] : ['--yes', '--loglevel=error', packageManager],
    shell,
    env: { TURBO_TELEMETRY_DISABLED: '1' },
  };
}
