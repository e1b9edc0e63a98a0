// A server responds while a test has faked the clock, in processes of their own, with both builds: the built packages take Node's
// timers when they are loaded.
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { capture } from '../../../scripts/child.mjs';

/** Makes `require` find the CommonJS build. */
const COMMONJS = '--no-experimental-require-module';

const script = fileURLToPath(new URL('fake-timers-child.mjs', import.meta.url));

test.each([
  ['ES modules', []],
  ['CommonJS', [COMMONJS]],
])('a server responds and closes while the timers are faked: %s', async (_, flags) => {
  const { code, output } = await capture(process.execPath, [...flags, script], {
    timeLimit: 100_000,
  });
  expect(output).toMatch(/^\{/);
  expect(code).toBe(0);
  const statuses = {
    '/found': 200,
    '/none': 404,
    '/throws': 500,
    '/rejects': 500,
    '/file': 200,
    '/deep': 404,
  };
  expect(JSON.parse(output)).toEqual({
    'fast lane': { ...statuses, options: 204 },
    "Node's lane": { ...statuses, options: 204 },
    express: { ...statuses, options: 200 },
  });
});
