import { spawnSync } from 'node:child_process';

/**
 * The last tag; without one, the first commit of the last seven days.
 *
 * @param {string} [folder] Of the git repository.
 * @returns {{ ref: string, reason: string }}
 */
export function defaultBase(folder = import.meta.dirname) {
  /** @param {string[]} args */
  const git = (...args) => {
    const { error: cause, stdout } = spawnSync('git', args, { cwd: folder, encoding: 'utf8' });
    if (cause !== undefined)
      throw new Error('Cannot choose a base: git did not run. Install it and put it on the PATH.', { cause });
    return stdout.trim();
  };
  const tag = git('describe', '--tags', '--abbrev=0');
  if (tag !== '') return { ref: tag, reason: `the last tag, ${tag}` };
  const commits = git('rev-list', '--first-parent', '--since=7.days', 'HEAD');
  const ref = commits.split('\n').at(-1) || 'HEAD';
  return { ref, reason: 'the first commit of the last seven days, because there is no tag' };
}
