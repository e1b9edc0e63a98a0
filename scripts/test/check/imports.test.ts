import { expect, test } from 'vitest';
import { checkImports } from '../../check/imports.mjs';
import { readWorkspace } from '../../workspace.mjs';

test('checkImports reports imports of packages of the same level, of later folders, and folders that are not listed', async () => {
  const workspace = readWorkspace().map((pkg) =>
    pkg.path === 'packages/middleware'
      ? { ...pkg, manifest: { ...pkg.manifest, nextpress: { floor: 3 } } }
      : pkg,
  );
  const { problems } = await checkImports(workspace, [
    { path: 'packages/core', folders: ['internal/response', 'internal/request', 'internal'] },
    { path: 'packages/openapi', folders: ['schemas', 'paths', 'gone'] },
  ]);
  expect(problems.map(({ where, problem }) => `${where}: ${problem}`)).toEqual(
    expect.arrayContaining([
      expect.stringMatching(
        /^packages\/server\/src\/.* imports packages\/middleware\/.*: expected only packages below level 3$/,
      ),
      expect.stringMatching(
        /^packages\/core\/src\/internal\/response\/.* imports packages\/core\/src\/internal\//,
      ),
      'packages/openapi/src/operations: is not in the list of folders',
      'scripts/check/imports.mjs: lists gone, but packages/openapi/src/gone has no sources',
    ]),
  );
});
