// Files from node:http. `snapshot` and sirv list the files at startup; the others check the disk for each request.
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serveStatic } from '@nextpress/static';
import { bench } from '@nextpress-internal/bench-kit';
import serveStaticOfExpress from 'serve-static';
import sirv from 'sirv';

/** The directory of the files. Server processes inherit the variable. */
process.env.BENCH_FILES ??= mkdtempSync(join(tmpdir(), 'nextpress-bench-'));
const folder = process.env.BENCH_FILES;
const COUNT = 400;
/** Modification time of the files. */
const DATE = new Date('2026-01-01T00:00:00Z');

const nameOf = (/** @type {number} */ index) => `${index % 2 === 0 ? 'texts/' : ''}${index}.txt`;

function writeFiles() {
  mkdirSync(join(folder, 'texts'), { recursive: true });
  for (let index = 0; index < COUNT; index++) {
    const path = join(folder, nameOf(index));
    writeFileSync(path, `Line ${index} of a text.\n`.repeat(40 + (index % 10)));
    utimesSync(path, DATE, DATE);
  }
  for (let index = 0; index < 10; index++) {
    writeFileSync(join(folder, `${index}.bin`), Buffer.alloc(1 << 20, index));
  }
}

/** @param {(req: any, res: any, next: () => void) => void} middleware @returns {() => import('node:http').RequestListener} */
const serving = (middleware) => () => (req, res) =>
  middleware(req, res, () => res.writeHead(404, { 'Content-Length': 0 }).end());

const variants = {
  '@nextpress/static': () => serving(serveStatic(folder))(),
  'with snapshot': () => serving(serveStatic(folder, { snapshot: true }))(),
  sirv: () => serving(sirv(folder, { etag: true }))(),
  'sirv, dev': () => serving(sirv(folder, { etag: true, dev: true }))(),
  'serve-static': () => serving(serveStaticOfExpress(folder))(),
};

const { sirv: _sirv, 'sirv, dev': _dev, ...withoutSirv } = variants;

/** @param {number} count @param {(index: number) => string} pathOf @param {Record<string, string>} [headers] */
const requests = (count, pathOf, headers = {}) => ({
  requests: Array.from({ length: count }, (_, index) => ({ path: `/${pathOf(index)}`, headers })),
  variants,
});

const isServing = process.argv.includes('--serve');
if (!isServing) writeFiles();
try {
  await bench(import.meta.dirname, {
    measures: 'server CPU time per request',
    notes:
      '`snapshot` and `sirv` list the files at startup; the others check the disk for each request. A file is opened before the check that it lies under the root, even for a 304.',
    servers: {
      'file of 1 kB': requests(COUNT, nameOf),
      // sirv recognizes only its own entity tags.
      'file that has not changed': {
        ...requests(COUNT, nameOf, { 'If-Modified-Since': DATE.toUTCString() }),
        variants: withoutSirv,
      },
      'no file': {
        ...requests(1_000, (index) => `missing/${index}.txt`),
        comparable: ({ status }) => status,
      },
      'file of 1 MB': requests(100, (index) => `${index % 10}.bin`),
    },
  });
} finally {
  if (!isServing) rmSync(folder, { recursive: true });
}
