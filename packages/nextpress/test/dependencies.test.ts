import { expect, test } from 'vitest';
import { readWorkspace } from '../../../scripts/workspace.mjs';

const workspace = new Map(readWorkspace().map((pkg) => [pkg.name, pkg.manifest]));

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
