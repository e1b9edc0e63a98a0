import { expect, test } from 'vitest';
import { checkPackageFacts } from '../../check/package-facts.mjs';
import type { Manifest, Package } from '../../workspace.mjs';
import { readWorkspace } from '../../workspace.mjs';

/** This workspace with one manifest changed. */
function changed(name: string, change: (manifest: Manifest) => Partial<Manifest>): Package[] {
  return readWorkspace().map((pkg) =>
    pkg.name === name ? { ...pkg, manifest: { ...pkg.manifest, ...change(pkg.manifest) } } : pkg,
  );
}

const problemsOf = async (workspace: Package[]) =>
  (await checkPackageFacts(workspace)).problems.map(({ where, problem }) => `${where}: ${problem}`);

test('the check reports a runtime dependency outside the repository unless the package is opt-in', async () => {
  const withExpress = ({ dependencies }: Manifest) => ({ dependencies: { ...dependencies, express: '5' } });
  const problem = 'packages/cors/package.json: express is a runtime dependency outside the repository';
  expect(await problemsOf(changed('@nextpress/cors', withExpress))).toContain(problem);
  const optIn = changed('@nextpress/cors', (manifest) => ({
    ...withExpress(manifest),
    nextpress: { floor: 1, optIn: true },
  }));
  expect(await problemsOf(optIn)).not.toContain(problem);
});

test('the check reports a package without a floor', async () => {
  const problems = await problemsOf(changed('@nextpress/cors', () => ({ nextpress: {} })));
  expect(problems).toContain('packages/cors/package.json: no floor');
});
