import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const child = fileURLToPath(new URL('../freed-memory-child.mjs', import.meta.url));
const { header } = process.report.getReport() as { header?: { glibcVersionRuntime?: string } };

/** Where the environment says how much is kept, glibc adapts nothing. */
const { MALLOC_TRIM_THRESHOLD_, MALLOC_MMAP_THRESHOLD_, ...environment } = process.env;

async function heapBehind(parts: string[], variables: object = {}): Promise<unknown> {
  const env = { ...environment, ...variables };
  const { stdout } = await promisify(execFile)(process.execPath, [child, ...parts], { env });
  return JSON.parse(stdout);
}

test.skipIf(header?.glibcVersionRuntime === undefined)(
  'behind a body in several chunks glibc keeps what is freed, and not before (skipped with another C library)',
  async () => {
    expect(await heapBehind(['whole'])).toEqual({ fast: 1, during: 0, behind: 0 });
    const kept = { during: expect.closeTo(8, 0), behind: expect.closeTo(8, 0) };
    expect(await heapBehind(['two ', 'parts'])).toEqual({ fast: 1, ...kept });
  },
);

test('a body in several chunks is read where there is no memory for that', async () => {
  expect(await heapBehind(['two ', 'parts'], { REFUSES_MEMORY: 'yes' })).toMatchObject({
    fast: 1,
    during: 0,
  });
});
