// `node scripts/reference.mjs`: writes docs/reference from the types and comments of the packages.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { listPages, makePages } from './reference/pages.mjs';
import { root } from './root.mjs';

const FOLDER = 'docs/reference';

/**
 * The pages in the order of the sidebar, without reading any source.
 *
 * @returns {{ title: string, path: string }[]} Paths from `docs`, without `.md`: `reference/request`.
 */
export function referencePages() {
  return listPages().map(({ title, path }) => ({ title, path: `reference/${path}` }));
}

/** Writes all pages, and removes those of earlier runs. @returns {Promise<number>} how many */
export async function writeReference() {
  const pages = await makePages();
  rmSync(join(root, FOLDER), { recursive: true, force: true });
  for (const [path, text] of pages) {
    const file = join(root, FOLDER, `${path}.md`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  return pages.size;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const count = await writeReference();
  console.log(`${count} pages in ${FOLDER}`);
}
