import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const run = promisify(execFile);
const CHILD = fileURLToPath(new URL('replaced-fs-child.mjs', import.meta.url));

test.each(['import', 'require'])(
  'the package that programs %s serves files and views of a file system that replaces fs',
  async (how) => {
    const { stdout } = await run(process.execPath, [CHILD, how]);
    expect(JSON.parse(stdout)).toEqual({
      '/file': [200, 'in memory'],
      '/rooted': [200, 'in memory'],
      '/download': [200, 'in memory'],
      '/view': [200, 'the view'],
      '/a.txt': [200, 'in memory'],
      '/': [200, 'the index'],
      '/large.txt': [200, 300_000],
      '/none.txt': [404, expect.any(Number)],
    });
  },
);
