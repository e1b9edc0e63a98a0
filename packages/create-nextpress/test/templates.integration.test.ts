import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { createProject } from '../src/create-project.ts';
import type { Language, TestRunner } from '../src/project-options.ts';
import { TEMPLATES } from '../src/template.ts';
import { npm, SMOKE, whileRunning } from './project.ts';

// This package's development dependencies include everything a project may need.
const folder = mkdtempSync(join(tmpdir(), 'nextpress-templates-'));
symlinkSync(join(import.meta.dirname, '..', 'node_modules'), join(folder, 'node_modules'), 'junction');
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));

const runners: Readonly<Record<Language, TestRunner>> = { ts: 'vitest', js: 'node' };

describe.each(TEMPLATES)('the template $name', ({ name: template }) => {
  test.each(['ts', 'js'] as const)('is checked, tested and served in %s', async (language) => {
    const project = join(folder, `${template}-${language}`);
    const tests = runners[language];
    const files = createProject({
      folder: project,
      template,
      language,
      packageManager: 'npm',
      tests,
      docker: true,
    });
    expect(files.length).toBeLessThanOrEqual(15);
    expect(readFileSync(join(project, 'README.md'), 'utf8').split('\n').length).toBeLessThanOrEqual(40);
    const { scripts } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8'));
    for (const script of ['typecheck', 'check', 'test'])
      if (script in scripts) await npm(project, 'run', '--silent', script);
    for (const script of ['start', 'dev'] as const) {
      await whileRunning(project, script, SMOKE[template]);
    }
  });
});
