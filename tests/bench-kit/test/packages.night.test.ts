import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const PACKAGES = join(import.meta.dirname, '../../../packages');
const programs = readdirSync(PACKAGES).filter((name) => existsSync(join(PACKAGES, name, 'bench/index.mjs')));

test.each(programs)('the variants in the benchmark of %s have the same results', (name) => {
  const program = join(PACKAGES, name, 'bench/index.mjs');
  const { stdout, stderr } = spawnSync(process.execPath, [program, '--check'], { encoding: 'utf8' });
  expect(stderr + stdout).toContain('All variants have the same results.');
});
