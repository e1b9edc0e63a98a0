import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { capture } from '../../../../scripts/child.mjs';

const script = fileURLToPath(new URL('unread-responses-child.mjs', import.meta.url));

test.each([
  'createServer',
  'createServer without the fast lane',
  'express',
  'express in a server of Node',
  'express in the fast lane of a server of Node',
])('600 pipelined requests for a megabyte, unread, do not exhaust a heap of 400 MB: %s', async (name) => {
  const { code, output } = await capture(process.execPath, ['--max-old-space-size=400', script, name], {
    timeLimit: 100_000,
  });
  expect({ code, output }).toMatchObject({ code: 0, output: expect.stringMatching(/^\{.*\}\s*$/) });
  const { most, status } = JSON.parse(output) as { most: number; status: number };
  expect(status).toBe(200);
  // 100 that are pending, and the one whose turn it is.
  expect(most).toBeLessThanOrEqual(101);
});
