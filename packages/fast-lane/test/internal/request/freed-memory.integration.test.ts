import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const child = fileURLToPath(new URL('../freed-memory-child.mjs', import.meta.url));
const { header } = process.report.getReport() as { header?: { glibcVersionRuntime?: string } };

async function heapBehind(...parts: string[]): Promise<unknown> {
  const { stdout } = await promisify(execFile)(process.execPath, [child, ...parts]);
  return JSON.parse(stdout);
}

test.skipIf(header?.glibcVersionRuntime === undefined)(
  'behind a body in several chunks glibc keeps what is freed, and not before (skipped with another C library)',
  async () => {
    expect(await heapBehind('whole')).toEqual({ fast: 1, during: 0, behind: 0 });
    const kept = { during: expect.closeTo(8, 0), behind: expect.closeTo(8, 0) };
    expect(await heapBehind('two ', 'parts')).toEqual({ fast: 1, ...kept });
  },
);
