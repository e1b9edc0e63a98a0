import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { capture } from './child.mjs';
import { pnpmCommand } from './pnpm-command.mjs';
import { root } from './root.mjs';
import { StepFailure } from './terminal.mjs';

const cache = join(root, 'node_modules/.cache/nextpress-commits');
/** Builds that stay in the cache, the most recently used. */
const MAX_BUILDS = 3;

/** The full hash of a branch, tag or hash. @param {string} ref @throws StepFailure for an unknown one */
export function commitOf(ref) {
  const { status, stdout } = git(['rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`]);
  if (status === 0) return stdout.trim();
  throw new StepFailure(
    `Unknown commit "${ref}"`,
    'In a shallow clone, fetch it first: git fetch --unshallow',
  );
}

/**
 * Builds the packages of a commit in a temporary git worktree; the built files are cached.
 *
 * @param {string} commit
 * @param {import('./terminal.mjs').Say} [say]
 * @returns {Promise<string>} A folder with the built packages in `packages/`.
 */
export async function buildCommit(commit, say = () => {}) {
  const folder = join(cache, commit.slice(0, 12));
  if (existsSync(folder)) {
    const now = new Date();
    utimesSync(folder, now, now);
    return folder;
  }
  mkdirSync(cache, { recursive: true });
  discardAbandoned();
  const building = `${folder}.${process.pid}`;
  const discard = () => discardWorktree(building);
  const stopListening = onSignals(discard);
  try {
    await buildIn(building, commit, say);
    leaveWorktree(building);
    if (existsSync(folder)) discard();
    else renameSync(building, folder);
  } catch (error) {
    discard();
    throw error;
  } finally {
    stopListening();
  }
  removeOldest();
  return folder;
}

/** @param {string} folder @param {string} commit @param {import('./terminal.mjs').Say} say */
async function buildIn(folder, commit, say) {
  const { status, stderr } = git(['worktree', 'add', '--detach', folder, commit]);
  if (status !== 0) throw new StepFailure('git worktree add failed', stderr);
  const { command, args, env } = await pnpmCommand();
  /** @param {string} what @param {string[]} more */
  const pnpm = async (what, more) => {
    const options = { cwd: folder, env: { ...env, CI: 'true' }, onLine: say };
    const { code, output } = await capture(command, [...args, ...more], options);
    if (code !== 0) throw new StepFailure(`${commit.slice(0, 7)} could not be ${what}`, output);
  };
  // Only the packages and the scripts that build them.
  const filters = ['./packages/*', './scripts', '{.}'].flatMap((filter) => ['--filter', filter]);
  await pnpm('installed', [
    'install',
    '--frozen-lockfile',
    '--prefer-offline',
    '--reporter=append-only',
    ...filters,
  ]);
  await pnpm('built', ['--filter', './packages/*', '--reporter=append-only', 'run', 'build']);
}

/** Keeps the files and removes the worktree from git. @param {string} folder */
function leaveWorktree(folder) {
  rmSync(join(folder, '.git'));
  git(['worktree', 'prune']);
}

/** @param {string} folder */
function discardWorktree(folder) {
  git(['worktree', 'remove', '--force', folder]);
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

/** Deletes the worktrees of processes that were killed during a build. */
function discardAbandoned() {
  for (const name of readdirSync(cache)) {
    const builder = /\.(\d+)$/.exec(name)?.[1];
    if (builder !== undefined && !isAlive(Number(builder))) discardWorktree(join(cache, name));
  }
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
}

function removeOldest() {
  const folders = readdirSync(cache)
    .filter((name) => /^[0-9a-f]+$/.test(name))
    .map((name) => join(cache, name))
    .sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs);
  for (const folder of folders.slice(MAX_BUILDS)) rmSync(folder, { recursive: true, force: true });
}

/** Cleans up before a signal ends this process. @param {() => void} clean @returns {() => void} Stops listening. */
function onSignals(clean) {
  const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);
  /** @param {NodeJS.Signals} signal */
  const end = (signal) => {
    clean();
    process.exit(128 + constants.signals[signal]);
  };
  for (const signal of signals) process.on(signal, end);
  return () => {
    for (const signal of signals) process.off(signal, end);
  };
}

/** @param {string[]} args */
function git(args) {
  return spawnSync('git', args, { cwd: root, encoding: 'utf8' });
}
