import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const script = fileURLToPath(new URL('register-child.mjs', import.meta.url));
const register = '--import=@nextpress/fast-lane/register';

test.each([
  { fastLane: false, options: '', fast: 0 },
  { fastLane: false, options: register, fast: 0 },
  { fastLane: true, options: '', fast: 1 },
  { fastLane: true, options: register, fast: 1 },
])(
  'listen() follows the option fastLane: $fastLane when NODE_OPTIONS is $options',
  async ({ fastLane, options, fast }) => {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [script, String(fastLane)], {
      cwd: fileURLToPath(new URL('.', import.meta.url)),
      env: { ...process.env, NODE_OPTIONS: options, NEXTPRESS_FAST_LANE: '' },
    });
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toEqual({ text: 'hello', fast });
  },
);
