import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { createProject } from '../src/create-project.ts';
import { manifestOf } from '../src/manifest.ts';
import { detectPackageManager } from '../src/package-manager.ts';
import { nameProblem, type ProjectOptions } from '../src/project-options.ts';
import { TEMPLATES, type Template } from '../src/template.ts';

const parent = mkdtempSync(join(tmpdir(), 'create-nextpress-'));
afterAll(() => rmSync(parent, { recursive: true }));

const optionsFor = (name: string, others: Partial<ProjectOptions> = {}): ProjectOptions => ({
  folder: join(parent, name),
  template: 'api',
  language: 'ts',
  packageManager: 'npm',
  tests: 'vitest',
  docker: false,
  ...others,
});

function write(folder: string, texts: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(texts)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

const textsOf = (folder: string, paths: readonly string[]): Record<string, string> =>
  Object.fromEntries(paths.map((path) => [path, readFileSync(join(folder, path), 'utf8')]));

describe('createProject', () => {
  test('decides which install scripts of dependencies run', () => {
    const read = (packageManager: 'npm' | 'pnpm', template: 'api' | 'hono', path: string): string => {
      const options = optionsFor(`scripts-${packageManager}-${template}`, {
        packageManager,
        template,
        language: 'js',
      });
      if (!existsSync(options.folder)) createProject(options);
      return readFileSync(join(options.folder, path), 'utf8');
    };
    expect(read('pnpm', 'api', 'pnpm-workspace.yaml')).toContain("allowBuilds:\n  '@scarf/scarf': false\n");
    expect(JSON.parse(read('npm', 'api', 'package.json')).allowScripts).toEqual({ '@scarf/scarf': false });
    expect(JSON.parse(read('pnpm', 'api', 'package.json'))).not.toHaveProperty('allowScripts');
    expect(JSON.parse(read('npm', 'hono', 'package.json'))).not.toHaveProperty('allowScripts');
  });

  test('lets VS Code start the application with the package manager, and attach to it', () => {
    const options = optionsFor('launch', { packageManager: 'pnpm' });
    createProject(options);
    const { configurations } = JSON.parse(readFileSync(join(options.folder, '.vscode/launch.json'), 'utf8'));
    expect(configurations).toMatchObject([
      { type: 'node-terminal', request: 'launch', command: 'pnpm run dev' },
      { type: 'node', request: 'attach', port: 9229, restart: true },
    ]);
  });

  test('leaves no placeholder and no type in JavaScript', () => {
    for (const { name } of TEMPLATES) {
      const options = optionsFor(`plain-${name}`, {
        template: name,
        language: 'js',
        packageManager: 'pnpm',
        docker: true,
      });
      for (const path of createProject(options)) {
        const text = readFileSync(join(options.folder, path), 'utf8');
        expect(text).not.toMatch(/\{\{|undefined"/);
        expect(path).not.toMatch(/\.ts$|tsconfig/);
        if (path === 'README.md') expect(text).toContain('pnpm run dev');
        if (path.endsWith('.js')) expect(text).not.toMatch(/\.ts'|import type|: Scope/);
      }
    }
  });

  test('rejects a folder that is not empty, and leaves it unchanged', () => {
    const options = optionsFor('full');
    mkdirSync(options.folder);
    writeFileSync(join(options.folder, 'mine.txt'), 'mine');
    expect(() => createProject(options)).toThrow(
      'is not empty (mine.txt): choose another name, or remove its files',
    );
    expect(readdirSync(options.folder)).toEqual(['mine.txt']);
  });

  test.each(['readme.md', 'README.txt', 'README'])('writes to a fresh repository, and keeps %s', (readme) => {
    const options = optionsFor(`repository-${readme.toLowerCase()}`);
    const kept = { '.git/HEAD': 'ref', LICENSE: 'mine', [readme]: 'mine' };
    write(options.folder, kept);
    const files = createProject(options);
    expect(files).toContain('package.json');
    expect(files).not.toContain('README.md');
    expect(textsOf(options.folder, Object.keys(kept))).toEqual(kept);
  });

  test.each([
    ['', 'node_modules\ndist\n.env\n.env.*\n*.log\n'],
    ['mine\r\ndist\r\n', 'mine\r\ndist\r\nnode_modules\n.env\n.env.*\n*.log\n'],
    ['.env', '.env\nnode_modules\ndist\n.env.*\n*.log\n'],
    ['*.log\n.env.*\n.env\ndist\nnode_modules', '*.log\n.env.*\n.env\ndist\nnode_modules'],
  ])('adds missing lines to the .gitignore %j', (before, after) => {
    const options = optionsFor(`ignored-${before.length}`, { template: 'web' });
    write(options.folder, { '.gitignore': before });
    expect(createProject(options)).not.toContain('.gitignore');
    expect(textsOf(options.folder, ['.gitignore'])).toEqual({ '.gitignore': after });
  });

  test('leaves .gitignore unchanged when a file cannot be written', () => {
    const options = optionsFor('failed');
    const before = { '.gitignore': 'mine', '.github': 'a file' };
    write(options.folder, before);
    expect(() => createProject(options)).toThrow(/ENOTDIR|ENOENT|EEXIST/);
    expect(textsOf(options.folder, readdirSync(options.folder))).toEqual(before);
  });

  test('keeps the scope of a name, except in the image name', () => {
    const options = optionsFor('@me/app', { docker: true });
    createProject(options);
    const read = (path: string) => readFileSync(join(options.folder, path), 'utf8');
    expect(JSON.parse(read('package.json')).name).toBe('@me/app');
    expect(read('Dockerfile')).toContain('docker build -t app .');
  });

  test.each([
    ['npm', ['npm ci']],
    ['pnpm', ['npm install --global pnpm', 'pnpm install --frozen-lockfile']],
    ['yarn', ['yarn install --frozen-lockfile']],
    ['bun', ['npm install --global bun', 'bun install --frozen-lockfile']],
  ] as const)('runs all scripts in CI with %s', (packageManager, installation) => {
    const options = optionsFor(`ci-${packageManager}`, { packageManager });
    createProject(options);
    const text = readFileSync(join(options.folder, '.github/workflows/ci.yml'), 'utf8');
    const scripts = ['typecheck', 'check', 'test'].map((name) => `${packageManager} run ${name}`);
    expect([...text.matchAll(/- run: (.+)/g)].map(([, command]) => command)).toEqual([
      ...installation,
      ...scripts,
    ]);
    expect(text).toContain('\non: [push, pull_request]\n');
  });

  test('writes a workflow only at the root of a repository', () => {
    write(join(parent, 'outer'), { '.git/HEAD': 'ref', 'inner/.git': 'gitdir: elsewhere' });
    const workflows = ['outer/new/app', 'outer/inner', 'alone'].map((name) =>
      createProject(optionsFor(name)).includes('.github/workflows/ci.yml'),
    );
    expect(workflows).toEqual([false, true, true]);
  });

  test('rejects the path of a file', () => {
    const options = optionsFor('file');
    writeFileSync(options.folder, 'mine');
    expect(() => createProject(options)).toThrow('is a file: choose another name');
  });

  test('writes to an empty folder', () => {
    const options = optionsFor('empty');
    mkdirSync(options.folder);
    expect(createProject(options)).toContain('package.json');
  });

  test('type-checks a page for browsers, and builds it in the image', () => {
    const read = (template: 'api' | 'fullstack', name: string): string => {
      const options = optionsFor(`built-${template}`, { template, docker: true });
      if (!existsSync(options.folder)) createProject(options);
      return readFileSync(join(options.folder, name), 'utf8');
    };
    expect(JSON.parse(read('fullstack', 'tsconfig.json'))).toMatchObject({
      compilerOptions: { lib: ['es2023', 'dom'] },
      include: ['src', 'test', 'client'],
    });
    expect(read('fullstack', 'Dockerfile')).toMatch(/AS build\n.*RUN npm run build\n.*--from=build/s);
    expect(JSON.parse(read('api', 'tsconfig.json')).compilerOptions.lib).toEqual(['es2023']);
    expect(read('api', 'Dockerfile')).not.toContain('AS build');
  });

  test.each([
    ['npm', 'package-lock.json', 'npm ci --omit=dev'],
    ['pnpm', 'pnpm-*.yaml', 'pnpm install --frozen-lockfile --prod'],
    ['yarn', 'yarn.lock', 'yarn install --frozen-lockfile --production'],
    ['bun', 'bun.lock', 'bun install --frozen-lockfile --production'],
  ] as const)('installs from the lock file with %s in an image', (packageManager, lockFile, command) => {
    const options = optionsFor(`image-${packageManager}`, { packageManager, docker: true });
    createProject(options);
    const lines = readFileSync(join(options.folder, 'Dockerfile'), 'utf8').split('\n');
    const copied = lines.findIndex((line) => line.startsWith(`COPY package.json ${lockFile} `));
    expect(lines[copied + 1]).toBe(`RUN ${command}`);
    expect(lines.at(-2)).toBe('CMD ["node", "src/server.ts"]');
  });

  test('rejects a name that npm rejects, and creates nothing', () => {
    expect(() => createProject(optionsFor('Upper'))).toThrow('Invalid name "Upper"');
    expect(readdirSync(parent)).not.toContain('Upper');
  });
});

test('TypeScript runs with tsx where Node cannot run it', () => {
  const api = TEMPLATES.find(({ name }) => name === 'api') as Template;
  const old = manifestOf(api, optionsFor('a', { tests: 'node' }), '20.19.0') as {
    scripts: object;
    dependencies: object;
  };
  expect(old.scripts).toMatchObject({
    start: 'node --import tsx src/server.ts',
    check: 'nextpress check src/server.ts',
    test: 'node --import tsx --test test/app.test.ts',
  });
  expect(old.dependencies).toHaveProperty('tsx');
  for (const version of ['22.17.0', '23.5.0']) {
    expect(manifestOf(api, optionsFor('a'), version)).toHaveProperty('dependencies.tsx');
  }
  const current = manifestOf(api, optionsFor('a'), '24.1.0') as { scripts: object; dependencies: object };
  expect(current.scripts).toMatchObject({
    start: 'node src/server.ts',
    check: 'nextpress check src/server.ts',
  });
  expect(current.dependencies).not.toHaveProperty('tsx');
});

test.each([
  ['npm/10.0.0 node/v20', 'npm'],
  ['pnpm/9.0.0 npm/? node/v20', 'pnpm'],
  ['yarn/4.0.0', 'yarn'],
  ['bun/1.1.0', 'bun'],
  ['other/1', 'npm'],
  [undefined, 'npm'],
])('the package manager of the user agent %s is %s', (agent, expected) => {
  expect(detectPackageManager(agent)).toBe(expected);
});

test.each([
  ...['', '.hidden', '_private', 'Upper', 'a b', 'ä', 'node_modules', 'http', '../x', 'a'.repeat(215)],
  ...['@me/', '@/app', '@Me/app', '@me/app/x'],
])('the name %j is rejected', (name) => expect(nameProblem(name)).toBeTypeOf('string'));

test.each(['a', 'my-app', 'app.v2', '7', '@me/app'])('the name %j is accepted', (name) => {
  expect(nameProblem(name)).toBeUndefined();
});
