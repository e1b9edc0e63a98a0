import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, test, vi } from 'vitest';
import { npmCommand } from '../../../scripts/npm-command.mjs';
import { packAll, useTarballs } from '../../../scripts/pack.mjs';
import { LANGUAGES, TEST_RUNNERS } from '../src/project-options.ts';
import { TEMPLATES } from '../src/template.ts';
import { npm, SMOKE, whileRunning } from './project.ts';

// Packages are downloaded.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000, maxConcurrency: 2 });

const hasRegistry = await reachesRegistry();
if (!hasRegistry)
  console.warn('The templates are not installed from tarballs: npm does not reach its registry.');

const folder = mkdtempSync(join(tmpdir(), 'nextpress-packed-templates-'));
let packed: Awaited<ReturnType<typeof packAll>> | undefined;

beforeAll(async () => {
  if (!hasRegistry) return;
  packed = await packAll();
  const manifest = join(folder, 'package.json');
  writeFileSync(
    manifest,
    JSON.stringify({ private: true, dependencies: { 'create-nextpress': '' }, devDependencies: {} }),
  );
  useTarballs(manifest, packed.tarballs);
  await install(folder);
});

afterAll(() => {
  for (const each of [folder, packed?.folder]) {
    if (each !== undefined) rmSync(each, { recursive: true, force: true, maxRetries: 3 });
  }
});

/** Both runners are seen with both languages. */
const PROJECTS = TEMPLATES.flatMap(({ name: template }, at) =>
  LANGUAGES.map((language, other) => ({
    template,
    language,
    tests: TEST_RUNNERS[(at + other) % TEST_RUNNERS.length] as string,
  })),
);

describe.skipIf(!hasRegistry).concurrent('a project from packed packages', () => {
  test.for(PROJECTS)(
    'of $template in $language with $tests is checked, tested and served',
    async (options) => {
      const { template, language, tests } = options;
      const project = join(folder, 'projects', `${template}-${language}`);
      await generate(project, { template, language, tests });
      const manifest = join(project, 'package.json');
      useTarballs(manifest, packed?.tarballs ?? new Map());
      const { scripts } = JSON.parse(readFileSync(manifest, 'utf8'));
      await install(project);
      for (const script of ['typecheck', 'check', 'test'])
        if (script in scripts) await npm(project, 'run', '--silent', script);
      await whileRunning(project, 'start', SMOKE[template]);
    },
  );

  test('another packed package is added to a project', async () => {
    const project = join(folder, 'projects', 'extended');
    await generate(project, { template: 'minimal', language: 'js', tests: 'node' });
    const tarballs = packed?.tarballs ?? new Map<string, string>();
    useTarballs(join(project, 'package.json'), tarballs);
    await install(project, tarballs.get('@nextpress/validate') as string);
    await install(project);
  });
});

async function generate(project: string, flags: Readonly<Record<string, string>>): Promise<void> {
  const command = join(folder, 'node_modules/create-nextpress/dist/command.js');
  const given = Object.entries(flags).flatMap(([name, value]) => [`--${name}`, value]);
  await promisify(execFile)(process.execPath, [command, project, ...given, '--manager', 'npm', '--yes']);
}

function install(project: string, ...packages: string[]): Promise<void> {
  return npm(project, 'install', ...packages, '--prefer-offline', '--no-audit', '--no-fund');
}

async function reachesRegistry(): Promise<boolean> {
  const { command, args } = npmCommand('npm');
  const words = ['view', 'zod', 'version', '--prefer-online', '--fetch-retries=0', '--fetch-timeout=10000'];
  return promisify(execFile)(command, [...args, ...words]).then(
    () => true,
    () => false,
  );
}
