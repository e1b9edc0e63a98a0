import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { defaultBase } from '../core/default-base.mjs';

test('defaultBase is the first commit of the last seven days until there is a tag', () => {
  const folder = mkdtempSync(join(tmpdir(), 'default-base-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const git = (date: number, ...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@localhost', ...args], {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, GIT_COMMITTER_DATE: `${Math.floor(Date.now() / 1000) - date * 86_400} +0000` },
    }).trim();
  const commit = (daysAgo: number) => {
    git(daysAgo, 'commit', '--quiet', '--allow-empty', '--message', `${daysAgo} days ago`);
    return git(0, 'rev-parse', 'HEAD');
  };
  git(0, 'init', '--quiet');
  commit(9);
  expect(defaultBase(folder).ref).toBe('HEAD');
  const [first] = [commit(6), commit(1)];
  expect(defaultBase(folder)).toEqual({
    ref: first,
    reason: 'the first commit of the last seven days, because there is no tag',
  });
  git(0, 'tag', 'v1.0.0', 'HEAD~2');
  expect(defaultBase(folder)).toEqual({ ref: 'v1.0.0', reason: 'the last tag, v1.0.0' });
});

test('defaultBase says that git is missing', () => {
  vi.stubEnv('PATH', '');
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(() => defaultBase()).toThrow('git did not run');
});
