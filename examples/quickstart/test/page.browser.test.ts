import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RunningExample, startExample } from '@nextpress-internal/example-process';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findChromium } from '../../../scripts/chromium.mjs';

const folder = mkdtempSync(join(tmpdir(), 'quickstart-page-'));
const troubles: string[] = [];
let example: RunningExample;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  example = await startExample(new URL('..', import.meta.url), {
    env: { NOTES_FILE: join(folder, 'notes.db') },
  });
  // Chromium's sandbox needs privileges that containers lack; the page comes from this repository.
  browser = await chromium.launch({ executablePath: findChromium() ?? '', args: ['--no-sandbox'] });
  page = await browser.newPage();
  page.on('pageerror', (error) => troubles.push(error.message));
  page.on('console', (message) => message.type() === 'error' && troubles.push(message.text()));
  await page.goto(example.url);
});

afterAll(async () => {
  await browser?.close();
  await example?.interrupt();
  rmSync(folder, { recursive: true, force: true });
});

/** Holds API requests back until `respond` is called; `asked` counts them. */
async function holdResponses() {
  let asked = 0;
  let respond = () => {};
  const released = new Promise<void>((resolve) => {
    respond = resolve;
  });
  await page.route('**/notes', async (route) => {
    asked++;
    await released;
    await route.continue();
  });
  return { respond: () => respond(), asked: () => asked };
}

const texts = () => page.locator('#notes .text').allTextContents();

test('an empty list says so', async () => {
  await page.getByText('No notes yet').waitFor();
  expect(await page.locator('#count').textContent()).toBe('0 notes');
});

test('notes are added by button and by key, newest first, and their markup is escaped', async () => {
  await page.getByLabel('New note').fill('Buy milk');
  await page.getByRole('button', { name: 'Add note' }).click();
  await page.getByText('Buy milk').waitFor();
  await page.getByLabel('New note').fill('<b>Sow</b> peas');
  await page.keyboard.press('Enter');
  await page.getByText('<b>Sow</b> peas').waitFor();
  expect(await texts()).toEqual(['<b>Sow</b> peas', 'Buy milk']);
  expect(await page.getByText('No notes yet').isVisible()).toBe(false);
});

test('notes survive a reload', async () => {
  await page.reload();
  await page.getByText('2 notes').waitFor();
  expect(await texts()).toEqual(['<b>Sow</b> peas', 'Buy milk']);
});

test('a note is deleted, and the focus stays in the list', async () => {
  await page.getByRole('button', { name: 'Delete the note "Buy milk"' }).click();
  await page.getByText('1 note', { exact: true }).waitFor();
  expect(await texts()).toEqual(['<b>Sow</b> peas']);
  expect(await page.evaluate('document.activeElement.className')).toBe('delete');
});

test('a second Enter while a note is being sent does not add a second note', async () => {
  const { respond, asked } = await holdResponses();
  await page.getByLabel('New note').fill('Once');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  respond();
  await page.getByText('Once').waitFor();
  await page.unroute('**/notes');
  expect(asked()).toBe(1);
  expect(await texts()).toEqual(['Once', '<b>Sow</b> peas']);
  expect(await page.getByLabel('New note').inputValue()).toBe('');
});

test('text typed while a note is being sent is kept', async () => {
  const { respond } = await holdResponses();
  await page.getByLabel('New note').fill('Sent at once');
  await page.keyboard.press('Enter');
  await page.getByLabel('New note').fill('Second, half wri');
  respond();
  await page.getByText('Sent at once').waitFor();
  await page.unroute('**/notes');
  expect(await page.getByLabel('New note').inputValue()).toBe('Second, half wri');
});

test('an empty note is rejected without a request', async () => {
  for (const nothing of ['', '   ']) {
    await page.getByLabel('New note').fill(nothing);
    await page.getByRole('button', { name: 'Add note' }).click();
    await page.getByText('Write something first.').waitFor();
    await page.reload();
  }
});

test("a rejected note shows the server's message", async () => {
  await page.evaluate('document.querySelector("#text").value = "x".repeat(501)');
  await page.getByRole('button', { name: 'Add note' }).click();
  await page.getByText('"text" is longer than 500 characters').waitFor();
  // The browser itself logs the failed request.
  expect(troubles.splice(0)).toEqual([expect.stringContaining('400')]);
});

test('the page fits a phone without horizontal scrolling', async () => {
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(320);
});

test('nothing went wrong in the browser', () => {
  expect(troubles).toEqual([]);
});
