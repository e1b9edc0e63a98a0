import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';

const COMMAND = join(import.meta.dirname, '../dist/command.js');
const folder = mkdtempSync(join(tmpdir(), 'create-nextpress-'));
afterAll(() => rmSync(folder, { recursive: true }));

function run(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  return runIn(folder, process.env, ...args);
}

function runIn(cwd: string, env: NodeJS.ProcessEnv, ...args: string[]): ReturnType<typeof run> {
  return new Promise((done) => {
    execFile(process.execPath, [COMMAND, ...args], { cwd, env }, (error, out, err) =>
      done({ code: error === null ? 0 : Number(error.code), out, err }),
    );
  });
}

test('creates a project without a terminal, and prints the next commands', async () => {
  const { code, out } = await run('my-app', '--template', 'minimal', '--language', 'js', '--no-docker');
  expect(code).toBe(0);
  expect(out).toBe('Created my-app with 10 files. Next:\n\n  cd my-app\n  npm install\n  npm run dev\n');
  expect(readdirSync(join(folder, 'my-app')).sort()).toEqual([
    '.editorconfig',
    '.env',
    '.github',
    '.gitignore',
    '.vscode',
    'README.md',
    'package.json',
    'src',
    'test',
  ]);
});

test('creates a Git repository in the working directory', async () => {
  const own = join(folder, 'own');
  mkdirSync(own);
  const { code, out } = await runIn(own, process.env, '.', '--template', 'minimal', '--git');
  expect([code, out]).toEqual([0, expect.stringContaining('files. Next:\n\n  npm install\n')]);
  expect(readdirSync(own)).toContain('.git');
});

test('fails when Git cannot create a repository', async () => {
  const { code, out, err } = await runIn(folder, { ...process.env, PATH: '' }, 'no-git', '--git');
  expect([code, out]).toEqual([1, expect.stringContaining('Created no-git with')]);
  expect(err).toContain('The files are created, but git init failed');
});

test.each([
  [
    ['app', '--template', 'other'],
    'invalid --template: expected minimal, api, web, fullstack, hono, got "other"',
  ],
  [['app', '--tests', 'jest'], 'invalid --tests: expected vitest, node, got "jest"'],
  [['app', '--tempate', 'api'], "Unknown option '--tempate'"],
  [['app', '--tempate', 'api'], 'npm create nextpress@latest [folder]'],
  [['one', 'two'], 'expected one folder, got one and two'],
  [['Bad Name'], 'Invalid name "Bad Name"'],
])('rejects %j and creates nothing', async (args, message) => {
  const before = readdirSync(folder);
  const { code, err } = await run(...args);
  expect([code, err]).toEqual([1, expect.stringContaining(message)]);
  expect(readdirSync(folder)).toEqual(before);
});
