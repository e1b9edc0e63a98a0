import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findChromium } from '../../../scripts/chromium.mjs';
import { createProject } from '../src/create-project.ts';
import { npm, whileRunning } from './project.ts';

const parent = mkdtempSync(join(tmpdir(), 'nextpress-fullstack-'));
const project = join(parent, 'app');
let browser: Browser;

beforeAll(async () => {
  symlinkSync(join(import.meta.dirname, '..', 'node_modules'), join(parent, 'node_modules'), 'junction');
  createProject({
    folder: project,
    template: 'fullstack',
    language: 'ts',
    packageManager: 'npm',
    tests: 'node',
    docker: false,
  });
  // Chromium's sandbox does not work in containers. All pages come from this file.
  browser = await chromium.launch({ executablePath: findChromium() ?? '', args: ['--no-sandbox'] });
});

afterAll(async () => {
  await browser?.close();
  rmSync(parent, { recursive: true, force: true, maxRetries: 3 });
});

/** Opens the page, and collects the errors that the browser reports. */
async function open(origin: string) {
  const page = await browser.newPage();
  const problems: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  page.on('pageerror', ({ message }) => problems.push(message));
  await page.goto(origin);
  await page.getByText('0 of 0 done').waitFor();
  return { page, problems };
}

test('the page of the template fullstack updates when one of its files or of the API changes', async () => {
  await whileRunning(project, 'dev', async (origin) => {
    const { page, problems } = await open(origin);
    await page.getByLabel('New task').fill('Write tests');
    await page.getByRole('button', { name: 'Add' }).click();
    await page.getByRole('checkbox').check();
    await page.getByText('1 of 1 done').waitFor();

    await page.evaluate("document.title = 'not reloaded'");
    const style = join(project, 'client', 'style.css');
    writeFileSync(style, `${readFileSync(style, 'utf8')}h1 { font-size: 40px; }\n`);
    await page.waitForFunction("getComputedStyle(document.querySelector('h1')).fontSize === '40px'");
    expect(await page.title()).toBe('not reloaded');

    const api = join(project, 'src', 'app.ts');
    writeFileSync(api, readFileSync(api, 'utf8').replace('new Map<', 'new Map< '));
    await page.getByText('0 of 0 done').waitFor();
    expect(await page.title()).toBe('Tasks');
    expect(problems).toEqual([]);
  });
});

test('the built page of the template fullstack works', async () => {
  await npm(project, 'run', '--silent', 'build');
  await whileRunning(project, 'start', async (origin) => {
    const { page, problems } = await open(`${origin}/any/page`);
    await page.getByLabel('New task').fill('<b>');
    await page.keyboard.press('Enter');
    await page.getByText('0 of 1 done').waitFor();
    expect(await page.locator('li span').textContent()).toBe('<b>');
    await page.getByTitle('Delete').click();
    await page.getByText('0 of 0 done').waitFor();
    expect(problems).toEqual([]);
  });
});
