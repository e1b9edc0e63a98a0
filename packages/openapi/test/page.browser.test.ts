import type { AddressInfo } from 'node:net';
import { createServer } from '@nextpress/server';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import { findChromium } from '../../../scripts/chromium.mjs';
import { openapi } from '../src/index.ts';

const errors: string[] = [];
const requested: string[] = [];
const app = createServer();
let browser: Browser;
let page: Page;
let origin: string;

beforeAll(async () => {
  const User = z.object({ name: z.string() }).meta({ id: 'User', description: 'A **person**' });
  app.get(
    '/users/:id',
    { schema: { response: { 200: User } }, openapi: { summary: 'Reads a user', tags: ['users'] } },
    (req, res) => res.json({ name: `user ${(req.params as { id: string }).id}` }),
  );
  openapi({ info: { title: 'Test users', version: '1.2.3' }, ui: '/docs' })(app);
  const server = app.listen(0, '127.0.0.1');
  await new Promise((done) => server.once('listening', done));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  // Chromium's sandbox needs privileges that containers lack; the page comes from this repository.
  browser = await chromium.launch({ executablePath: findChromium() ?? '', args: ['--no-sandbox'] });
  page = await browser.newPage();
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  page.on('request', (request) => requested.push(request.url()));
  await page.goto(`${origin}/docs`);
});

afterAll(async () => {
  await browser?.close();
  await app.close();
});

test('the page shows the title, the operations and the schemas of the document', async () => {
  await page.getByRole('heading', { name: /Test users/ }).waitFor();
  await page.getByText('Reads a user').waitFor();
  await page.getByRole('button', { name: 'User', exact: true }).first().waitFor();
  expect(await page.title()).toBe('Test users');
});

test('the page sends a request and shows the response', async () => {
  await page.getByText('Reads a user').click();
  await page.getByRole('button', { name: 'Try it out' }).click();
  await page.getByPlaceholder('id').fill('7');
  await page.getByRole('button', { name: 'Execute' }).click();
  await page.getByText('"user 7"').first().waitFor();
  expect(requested).toContain(`${origin}/users/7`);
});

test('the page works with a trailing slash', async () => {
  await page.goto(`${origin}/docs/`);
  await page.getByText('Reads a user').waitFor();
});

test('the page loads everything from its own server, without console errors', () => {
  const foreign = requested.filter((url) => !url.startsWith(`${origin}/`) && !/^(?:data|blob):/.test(url));
  expect(foreign).toEqual([]);
  expect(requested).toContain(`${origin}/openapi.json`);
  expect(errors).toEqual([]);
});
