import axe from 'axe-core';
import type { Browser } from 'playwright-core';

/** How a page is viewed. */
export interface View {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly colorScheme: 'light' | 'dark';
}

export const VIEWS: readonly View[] = [
  { name: 'desktop', width: 1280, height: 900, colorScheme: 'light' },
  { name: 'phone', width: 390, height: 844, colorScheme: 'light' },
  { name: 'dark', width: 1280, height: 900, colorScheme: 'dark' },
  { name: 'dark phone', width: 390, height: 844, colorScheme: 'dark' },
];

/** A URL without a page. */
export const MISSING = '/none';

/** Opens pages and lists problems: errors, requests to other hosts, overflow, accessibility. */
export async function visit(browser: Browser, origin: string, view: View, paths: readonly string[]) {
  const { width, height, colorScheme } = view;
  const context = await browser.newContext({ viewport: { width, height }, colorScheme });
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(`${page.url()}: ${error.message}`));
  page.on('console', (message) => {
    // The browser logs the status of the page when the URL is missing.
    if (message.text().includes('404 (Not Found)') && page.url().endsWith(MISSING)) return;
    if (['error', 'warning'].includes(message.type())) problems.push(`${page.url()}: ${message.text()}`);
  });
  page.on('request', (request) => {
    if (!/^(?:data|blob):/.test(request.url()) && !request.url().startsWith(`${origin}/`)) {
      problems.push(`${page.url()} requests ${request.url()}`);
    }
  });
  for (const path of paths) {
    await page.goto(origin + path, { waitUntil: 'networkidle' });
    const overflow = await page.evaluate<number>(
      'document.documentElement.scrollWidth - document.documentElement.clientWidth',
    );
    if (overflow > 0) problems.push(`${path} is ${overflow} pixels too wide`);
    await page.evaluate(axe.source);
    const { violations } = await page.evaluate<axe.AxeResults>('axe.run()');
    for (const { impact, id, nodes } of violations) {
      if (impact !== 'serious' && impact !== 'critical') continue;
      problems.push(
        `${path}: ${id}: ${nodes.map(({ target, failureSummary }) => `${target} ${failureSummary}`).join('; ')}`,
      );
    }
  }
  await context.close();
  return problems;
}
