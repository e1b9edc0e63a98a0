import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { capture } from './child.mjs';
import { writeReference } from './reference.mjs';
import { root } from './root.mjs';
import { plural, StepFailure } from './terminal.mjs';

const docs = join(root, 'docs');
// In a variable, so that the scripts are type-checked without the benchmarks.
const report = '../benchmarks/report.mjs';

/** The folder of the built documentation. */
export const site = join(docs, '.vitepress/dist');

/** Generates the pages from the types of the packages. */
export async function buildReference() {
  return plural(await writeReference(), 'page');
}

/** Draws the benchmark charts. */
export async function buildCharts() {
  /** @type {{ writeReport: () => number }} */
  const { writeReport } = await import(report);
  return `${Math.ceil(writeReport() / 1000)} kB`;
}

/** Writes the documentation as a static site. @param {import('./terminal.mjs').Say} [say] */
export async function buildSite(say = () => {}) {
  rmSync(site, { recursive: true, force: true });
  const vitepress = createRequire(join(docs, 'package.json')).resolve('vitepress/package.json');
  const { code, output } = await capture(
    process.execPath,
    [join(vitepress, '../bin/vitepress.js'), 'build', '.'],
    { cwd: docs, env: { NO_COLOR: '1' }, onLine: say },
  );
  if (code !== 0 || !existsSync(join(site, 'index.html'))) {
    throw new StepFailure('the site has errors', output.replace(/^ +at .*\n/gm, ''));
  }
  const files = readdirSync(site, { recursive: true, encoding: 'utf8' });
  const bytes = files.reduce((sum, file) => sum + statSync(join(site, file)).size, 0);
  const pages = files.filter((file) => file.endsWith('.html')).length;
  return `${plural(pages, 'page')}, ${(bytes / 1e6).toFixed(1)} MB`;
}
