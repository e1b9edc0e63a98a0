import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findChromium } from '../../../scripts/chromium.mjs';
import { DevProcess } from './dev-process.ts';

const APP = `import { createServer } from 'nextpress';
import { title } from './title.js';

const app = createServer();
app.use(function loadUser(req, res, next) { next(); });
app.get('/', () => '<!doctype html><title>app</title><h1>' + title + '</h1>');
app.get('/users/:id', (req) => {
  const users = new Map();
  return { name: users.get(req.params.id).name };
});
app.listen(PORT);
`;

let browser: Browser;
let dev: DevProcess;
let page: Page;

beforeAll(async () => {
  // Chromium's sandbox does not work in containers. All pages come from this file.
  browser = await chromium.launch({ executablePath: findChromium() ?? '', args: ['--no-sandbox'] });
  dev = await DevProcess.create({ 'server.js': APP, 'title.js': "export const title = 'one';\n" });
  dev.start();
  await dev.until('one');
  page = await browser.newPage();
});

afterAll(async () => {
  await browser?.close();
  await dev?.[Symbol.asyncDispose]();
});

test('a page reloads after a change, shows a syntax error, and reloads when it is fixed', async () => {
  await page.goto(`http://localhost:${dev.port}/`);
  dev.write({ 'title.js': "export const title = 'two';\n" });
  await page.getByRole('heading', { name: 'two' }).waitFor();
  dev.write({ 'title.js': "export const title = 'three;\n" });
  await page.getByRole('heading', { name: 'Invalid or unexpected token' }).waitFor();
  expect(await page.locator('.here').textContent()).toContain("export const title = 'three;");
  dev.write({ 'title.js': "export const title = 'four';\n" });
  await page.getByRole('heading', { name: 'four' }).waitFor();
});

test('the error page shows the source, the request and the layers it passed, without errors of its own', async () => {
  const problems: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().includes('500')) problems.push(message.text());
  });
  await page.goto(`http://localhost:${dev.port}/users/7`);
  expect(await page.locator('.here').textContent()).toContain('users.get(req.params.id).name');
  const request = await page.locator('table').first().textContent();
  expect(request).toContain('GET /users/7');
  expect(request).toContain('{"id":"7"}');
  expect(request).toContain("use(loadUser) → get('/users/:id')");
  await page.setViewportSize({ width: 360, height: 740 });
  const overflow = await page.evaluate(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  );
  expect(overflow).toBe(0);
  expect(problems).toEqual([]);
});
