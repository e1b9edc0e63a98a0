import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { capture } from './child.mjs';
import { pnpmCommand } from './pnpm-command.mjs';
import { root } from './root.mjs';
import { announce, orExit, StepFailure, step } from './terminal.mjs';
import { turbo } from './turbo.mjs';

/** Installs the locked dependencies unless they are installed already. @param {import('./terminal.mjs').Say} [say] */
export async function install(say = () => {}) {
  const [wanted, installed] = ['pnpm-lock.yaml', 'node_modules/.pnpm/lock.yaml'].map((path) => {
    const file = join(root, path);
    return existsSync(file) ? readFileSync(file, 'utf8') : '';
  });
  if (wanted === installed) return 'up to date';
  const { command, args, env } = await pnpmCommand();
  const { code, output } = await capture(
    command,
    [...args, 'install', '--frozen-lockfile', '--reporter=append-only'],
    // Without CI, pnpm would ask before it replaces a folder.
    { env: { ...env, CI: 'true' }, onLine: say },
  );
  if (code === 0) return 'done';
  const remedy =
    'If a package.json requires a package that is not in pnpm-lock.yaml, run `node scripts/pnpm.mjs install` and commit pnpm-lock.yaml with it.';
  throw new StepFailure('pnpm install failed', `${output}\n${remedy}`);
}

/**
 * Installs and builds what a command needs, or exits.
 *
 * @param {string} command
 * @param {readonly string[]} [filters] The packages to build, and what they depend on; by default all.
 */
export async function setUp(command, filters = []) {
  announce(command);
  orExit(await step('install', install));
  orExit(
    await step('build', () =>
      turbo(
        ['build'],
        filters.map((filter) => `--filter=${filter}`),
      ),
    ),
  );
}
