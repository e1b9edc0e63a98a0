// Test runners load modules in contexts of node:vm, where classes and Function.prototype are those of another realm.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { capture } from '../../../scripts/child.mjs';

const PROGRAM = `
  import { inject, toFetch } from '@nextpress/fetch';
  import { expect, test } from 'vitest';

  test('inject', async () => {
    const app = (req, res) => req.pipe(res);
    const bytes = new Uint8Array([97]).buffer;
    expect((await inject(app, { method: 'PUT', url: '/', body: bytes })).body).toBe('a');
    expect((await inject(app, { method: 'PUT', url: '/', body: new URLSearchParams('a=1') })).body).toBe('a=1');
    expect(await (await toFetch(app)(new Request('http://a/', { method: 'PUT', body: 'b' }))).text()).toBe('b');
  });`;

test.each(['vmThreads', 'vmForks'])('inject() and toFetch() work in the pool %s of Vitest', async (pool) => {
  const folder = mkdtempSync(fileURLToPath(new URL('vm-', import.meta.url)));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'inject.test.mjs'), PROGRAM);
  writeFileSync(join(folder, 'vitest.config.mjs'), 'export default {};');
  const vitest = createRequire(import.meta.url)
    .resolve('vitest/package.json')
    .replace('package.json', 'vitest.mjs');
  const { code, output } = await capture(
    process.execPath,
    [vitest, 'run', '--root', folder, '--pool', pool],
    {
      cwd: folder,
      env: { ...process.env, NODE_OPTIONS: '' },
    },
  );
  expect(output).toMatch(/1 passed/);
  expect(code).toBe(0);
});
