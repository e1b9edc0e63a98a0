import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readWorkspace } from '../../../scripts/workspace.mjs';

const packages = readWorkspace();
const workspace = new Map(packages.map((pkg) => [pkg.name, pkg.manifest]));

/** Every package that an installation of `name` brings, itself included. */
function closureOf(name: string, seen = new Set<string>()): Set<string> {
  if (seen.has(name)) return seen;
  seen.add(name);
  const { dependencies, peerDependencies, optionalDependencies } = workspace.get(name) ?? {};
  for (const below of Object.keys({ ...dependencies, ...peerDependencies, ...optionalDependencies })) {
    closureOf(below, seen);
  }
  return seen;
}

test('nextpress imports packages of this workspace only', () => {
  const strangers = [...closureOf('nextpress')].filter((name) => !workspace.has(name));
  expect(strangers).toEqual([]);
});

test('the router has no dependencies', () => {
  expect([...closureOf('@nextpress/router')]).toEqual(['@nextpress/router']);
});

// esbuild turns every module that a dynamic import reaches into a function: such a bundle is larger and starts more slowly.
test('no package of a server imports its own modules dynamically', () => {
  const below = closureOf('nextpress');
  below.delete('nextpress');
  const files = packages
    .filter(({ name }) => below.has(name))
    .flatMap(({ folder }) => {
      const names = readdirSync(join(folder, 'src'), { recursive: true, encoding: 'utf8' });
      return names.filter((name) => name.endsWith('.ts')).map((name) => join(folder, 'src', name));
    });
  expect(files.length).toBeGreaterThan(100);
  expect(
    files.filter((file) => /\bawait import\('(?:\.|@nextpress)/.test(readFileSync(file, 'utf8'))),
  ).toEqual([]);
});
