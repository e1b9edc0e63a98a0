import { expect, onTestFinished, test, vi } from 'vitest';

test.each([
  ['server.ts', false, 1],
  ['server.cts', false, 1],
  ['server.ts', true, 0],
  ['server.js', false, 0],
])('for %s, with a loader: %s, the type stripper is loaded %i times', async (entry, hasLoader, times) => {
  const stripTypeScriptTypes = vi.fn(() => '');
  vi.doMock('node:module', () => ({ enableCompileCache() {}, flushCompileCache() {}, stripTypeScriptTypes }));
  onTestFinished(() => {
    vi.doUnmock('node:module');
    vi.resetModules();
  });
  vi.resetModules();
  const { prepareCompilers } = await import('../../../src/internal/app/compilers.ts');
  prepareCompilers({ entry, hasLoader });
  expect(stripTypeScriptTypes).toHaveBeenCalledTimes(times);
});
