import { expect, test } from 'vitest';
import { checkFloors } from '../../check/floors.mjs';
import type { Manifest, Package } from '../../workspace.mjs';
import { readWorkspace } from '../../workspace.mjs';

/** This workspace, with one manifest changed. */
function changed(name: string, change: (manifest: Manifest) => Partial<Manifest>): Package[] {
  return readWorkspace().map((pkg) =>
    pkg.name === name ? { ...pkg, manifest: { ...pkg.manifest, ...change(pkg.manifest) } } : pkg,
  );
}

const faultsOf = async (workspace: Package[]) => (await checkFloors(workspace)).faults;

test('a package on the floor of another is out of its reach', async () => {
  const faults = await faultsOf(changed('@nextpress/router', () => ({ nextpress: { floor: 2 } })));
  const problem = '@nextpress/router is on floor 2, this package on floor 2';
  expect(faults).toContainEqual(expect.objectContaining({ where: 'packages/server/package.json', problem }));
  expect(faults).toContainEqual(
    expect.objectContaining({ where: expect.stringMatching(/^packages\/server\/src\/.*:\d+$/), problem }),
  );
});

test('a runtime dependency from elsewhere is a fault, unless the package is opt-in', async () => {
  const withExpress = ({ dependencies }: Manifest) => ({ dependencies: { ...dependencies, express: '5' } });
  const faults = await faultsOf(changed('@nextpress/cors', withExpress));
  expect(faults).toContainEqual(
    expect.objectContaining({ problem: 'express is a runtime dependency outside the workspace' }),
  );
  const optIn = changed('@nextpress/cors', (manifest) => ({
    ...withExpress(manifest),
    nextpress: { floor: 1, optIn: true },
  }));
  expect(await faultsOf(optIn)).toEqual([]);
});

test('an import that the manifest does not name is a fault', async () => {
  const faults = await faultsOf(changed('@nextpress/cors', () => ({ dependencies: {} })));
  expect(faults).toContainEqual(
    expect.objectContaining({
      problem: 'imports @nextpress/semantics',
      remedy: 'add it to packages/cors/package.json',
    }),
  );
});

test('a package without a floor is a fault', async () => {
  const faults = await faultsOf(changed('@nextpress/cors', () => ({ nextpress: {} })));
  expect(faults).toContainEqual(expect.objectContaining({ problem: 'no floor' }));
});
