import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startExample } from '@nextpress-internal/example-process';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildCharts, buildReference, buildSite, site } from '../../scripts/build-docs.mjs';
import { findChromium } from '../../scripts/chromium.mjs';
import { type Crawl, crawl } from './crawl.ts';
import { QUESTIONS, searchFor } from './questions.ts';
import { MISSING, VIEWS, visit } from './visit.ts';

/** Bytes transferred on a first visit: HTML, styles, scripts. The search index loads when the search is opened. */
const FIRST_VISIT = 120_000;
/** The benchmark charts are the only page that VitePress does not generate. */
const CHARTS = '/benchmarks.html';

const chromiumPath = findChromium();
let example: Awaited<ReturnType<typeof startExample>>;
let found: Crawl;

beforeAll(async () => {
  await buildReference();
  await buildCharts();
  await buildSite();
  example = await startExample(new URL('../../examples/docs-site/', import.meta.url), {
    env: { SITE: site },
  });
  found = await crawl(example.url);
}, 300_000);

afterAll(async () => {
  await example?.interrupt();
});

test('every link and anchor resolves', () => {
  expect(found.problems).toEqual([]);
});

test('every page can be reached from the first one', () => {
  const built = readdirSync(site, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.html') && name !== '404.html')
    .map((name) => `/${name.replaceAll('\\', '/')}`)
    .map((path) => example.url + (path === CHARTS ? path : path.replace(/(?:index)?\.html$/, '')));
  expect(found.pages.toSorted()).toEqual(built.toSorted());
});

test('links to other hosts are https', () => {
  expect(
    found.elsewhere.filter((link) => !link.startsWith('https://') && !link.includes('localhost')),
  ).toEqual([]);
});

test('each page has a Markdown version with .md, listed in llms.txt and included in llms-full.txt', async () => {
  const list = readFileSync(join(site, 'llms.txt'), 'utf8');
  const listed = [...list.matchAll(/^- \[[^\]]+\]\((\/[^)]+\.md)\)/gm)].map(([, path = '']) => path);
  const pages = found.pages
    .map((address) => address.slice(example.url.length))
    .filter((path) => path !== '/' && path !== CHARTS);
  expect(listed.map((path) => path.replace(/(?:index)?\.md$/, '')).toSorted()).toEqual(pages.toSorted());
  const all = readFileSync(join(site, 'llms-full.txt'), 'utf8');
  for (const path of listed) {
    const response = await fetch(example.url + path);
    expect(response.status).toBe(200);
    expect(all).toContain((await response.text()).trim());
  }
});

describe.skipIf(chromiumPath === undefined)('in Chromium (skipped without it: set CHROMIUM_PATH)', () => {
  let browser: Browser;
  beforeAll(async () => {
    // Chromium's sandbox needs privileges that containers lack; the pages come from this repository.
    browser = await chromium.launch({ executablePath: chromiumPath ?? '', args: ['--no-sandbox'] });
  });
  afterAll(async () => {
    await browser?.close();
  });

  const reference = () =>
    found.pages
      .map((address) => address.slice(example.url.length))
      .filter((path) => path.startsWith('/reference/'));
  const paths = () => [
    ...[
      '/',
      '/getting-started',
      '/differences-from-express',
      '/observability',
      '/request-lifecycle',
      '/rfc9112',
      CHARTS,
      MISSING,
    ],
    ...reference().slice(0, 2),
  ];

  // In parallel, because each page waits until nothing has been requested for half a second.
  test.concurrent.each(VIEWS)(
    'pages have no errors, fit and are accessible: $name',
    async (view) => {
      expect(await visit(browser, example.url, view, paths())).toEqual([]);
    },
    300_000,
  );

  test('the first visit fits into its budget of bytes', async () => {
    const page = await browser.newPage();
    const sizes: Promise<number>[] = [];
    page.on('requestfinished', (request) => {
      sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
    });
    await page.goto(`${example.url}/`, { waitUntil: 'networkidle' });
    const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
    await page.close();
    expect(bytes).toBeGreaterThan(0);
    expect(bytes).toBeLessThan(FIRST_VISIT);
  });

  test('the chosen package manager is selected on other pages', async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    const shown = page.locator('.vp-code-group .blocks > .active').filter({ hasText: 'pnpm' });
    await page.goto(`${example.url}/getting-started`, { waitUntil: 'networkidle' });
    expect(await shown.count()).toBe(0);
    await page.locator('.vp-code-group label', { hasText: 'pnpm' }).first().click();
    await shown.first().waitFor();
    await page.goto(`${example.url}/database`, { waitUntil: 'networkidle' });
    await shown.first().waitFor();
    await context.close();
  });

  test('the search finds a page by its subject, and Enter opens it', async () => {
    const page = await browser.newPage();
    await page.goto(`${example.url}/`, { waitUntil: 'networkidle' });
    await page.keyboard.press('/');
    await page.locator('#localsearch-input').fill('graceful shutdown');
    await page.locator('.result', { hasText: 'Graceful shutdown' }).first().waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/graceful-shutdown**');
    await page.close();
  });

  test('the first result of the search is the page that answers the question', async () => {
    const page = await browser.newPage();
    await page.goto(`${example.url}/`, { waitUntil: 'networkidle' });
    await page.keyboard.press('/');
    const missed: string[] = [];
    for (const [query, ...answers] of QUESTIONS) {
      const results = await searchFor(page, query);
      const [first = ''] = results;
      const isFound =
        answers.includes(first) && answers.every((answer) => results.slice(0, 3).includes(answer));
      if (!isFound) missed.push(`${query}: ${results.slice(0, 3).join(', ')}`);
    }
    await page.close();
    expect(missed).toEqual([]);
  }, 120_000);
});
