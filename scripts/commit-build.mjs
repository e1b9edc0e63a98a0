import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { capture } from './child.mjs';
import { pnpmCommand } from './pnpm-command.mjs';
import { root } from './root.mjs';
import { StepFailure } from './terminal.mjs';

const cache = join(root, 'node_modules/.cache/nextpress-commits');

/** The full hash of a branch, tag or hash. @param {string} ref @throws StepFailure for an unknown one */
export function commitOf(ref) {
  const ask = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`];
  const { status, stdout } = spawnSync('git', ask, { cwd: root, encoding: 'utf8' });
  if (status === 0) return stdout.trim();
  throw new StepFailure(
    `Unknown commit "${ref}"`,
    'In a shallow clone, fetch it first: git fetch --unshallow',
  );
}

/**
 * Builds the packages of a commit in the cache.
 *
 * @param {string} commit
 * @param {import('./terminal.mjs').Say} [say]
 * @returns {Promise<string>} A folder with the built packages in `packages/`.
 */
export async function buildCommit(commit, say = () => {}) {
  const folder = join(cache, commit.slice(0, 12));
  if (existsSync(folder)) return folder;
  // It keeps one build.
  rmSync(cache, { recursive: true, force: true });
  const building = `${folder}.partial`;
  mkdirSync(building, { recursive: true });
  const archive = join(building, 'sources.tar');
  await run('git', ['archive', `--output=${archive}`, commit], root);
  await run('tar', ['-xf', archive], building);
  const { command, args, env } = await pnpmCommand();
  const pnpm = (/** @type {string[]} */ ...more) =>
    run(command, [...args, ...more], building, { env: { ...env, CI: 'true' }, onLine: say });
  // Only the packages and the scripts that build them.
  const filters = ['./packages/*', './scripts', '{.}'].flatMap((filter) => ['--filter', filter]);
  const flags = ['--frozen-lockfile', '--prefer-offline', '--reporter=append-only'];
  await pnpm('install', ...flags, ...filters);
  await pnpm('--filter', './packages/*', '--reporter=append-only', 'run', 'build');
  renameSync(building, folder);
  return folder;
}

/** @param {string} command @param {string[]} args @param {string} cwd @param {import('./child.mjs').ChildOptions} [options] */
async function run(command, args, cwd, options = {}) {
  const { code, output } = await capture(command, args, { ...options, cwd });
  if (code !== 0) throw new StepFailure(`${command} ${args.join(' ')} failed`, output);
}
