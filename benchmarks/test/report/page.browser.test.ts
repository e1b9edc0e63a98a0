import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { findChromium } from '../../../scripts/chromium.mjs';
import { pageDocument } from '../../report/page/document.mjs';
import { readRuns } from '../../report/result-files.mjs';
import type { Ablation, Result } from '../../result.mjs';

// Of a real run, cut short. The page and what it looks like stay there to be looked at.
const fixture = new URL('result.json', import.meta.url);
const folder = new URL('../../node_modules/.cache/report/', import.meta.url);
const file = new URL('report.html', folder);

// A browser on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

let browser: Browser;
const troubles: string[] = [];

beforeAll(async () => {
  mkdirSync(folder, { recursive: true });
  const result: Result = JSON.parse(readFileSync(fixture, 'utf8'));
  const newer: Result = { ...result, node: '24.21.0', ablation: ablationOf('hello') };
  const files = [newer, result].map((run, index) => {
    const written = new URL(`result-${index}.json`, folder);
    writeFileSync(written, JSON.stringify(run));
    return written;
  });
  writeFileSync(file, await pageDocument(await readRuns(files)));
  // The sandbox of Chromium needs more rights than a container gives; the page comes from this repository.
  browser = await chromium.launch({ executablePath: findChromium() ?? '', args: ['--no-sandbox'] });
}, 120_000);

afterAll(() => browser?.close());

const phone = { viewport: { width: 375, height: 812 } };
const desktop = { viewport: { width: 1280, height: 900 } };

async function open(options: BrowserContextOptions): Promise<Page> {
  const page = await (await browser.newContext(options)).newPage();
  page.on('pageerror', (error) => troubles.push(error.message));
  page.on('console', (message) => message.type() === 'error' && troubles.push(message.text()));
  page.on('request', (request) => {
    if (request.url() !== file.href) troubles.push(`asks for ${request.url()}`);
  });
  await page.goto(file.href);
  return page;
}

/** A scenario's ablation as the runner writes it, with numbers made up. */
function ablationOf(scenario: string): Ablation[] {
  const sample = (cpu: number) => ({ rate: 1e6 / cpu, cpu, busy: 1 });
  const rounds = (cost: number) =>
    [1, 1.01, 0.99, 1].map((drift) => ({ with: sample(20), without: sample(20 * cost * drift) }));
  const common = { without: 'another module', claimed: true, scenario, scenarioTitle: 'hello JSON' };
  return [
    { ...common, name: 'again', title: 'nothing', rounds: rounds(1) },
    { ...common, name: 'batches', title: 'batched writes', rounds: rounds(1) },
    { ...common, name: 'fast-lane', title: 'the fast lane', rounds: rounds(1.4) },
  ];
}

const shown = (page: Page) => page.locator('.run:visible').evaluateAll((runs) => runs.map(({ id }) => id));

test.each([
  ['phone', 'light', phone],
  ['phone', 'dark', phone],
  ['small-phone', 'light', { viewport: { width: 320, height: 640 } }],
  ['desktop', 'light', desktop],
  ['desktop', 'dark', desktop],
] as const)('on a %s in %s mode nothing scrolls sideways', async (name, colorScheme, options) => {
  const page = await open({ ...options, colorScheme });
  const sideways = 'document.documentElement.scrollWidth - innerWidth';
  expect(await page.evaluate(sideways)).toBe(0);
  const path = fileURLToPath(new URL(`${name}-${colorScheme}.png`, folder));
  expect((await page.screenshot({ path, fullPage: true })).length).toBeGreaterThan(10_000);
  // With every table open as well.
  await page.evaluate("for (const part of document.querySelectorAll('details')) part.open = true");
  expect(await page.evaluate(sideways)).toBe(0);
  await page.context().close();
});

test('in dark mode text and charts change their colours', async () => {
  const colours = async (colorScheme: 'light' | 'dark') => {
    const page = await open({ ...desktop, colorScheme });
    const found = await page.evaluate(`(() => {
      const style = (selector) => getComputedStyle(document.querySelector(selector));
      return [
        style('html').backgroundColor, style('html').color, style('.card').backgroundColor,
        style('.scenario .chart text').fill, style('.scenario .chart [stroke="var(--mark)"]').stroke,
      ];
    })()`);
    await page.context().close();
    return found as string[];
  };
  const [light, dark] = [await colours('light'), await colours('dark')];
  expect(light.filter((colour, index) => colour === dark[index])).toEqual([]);
});

test.each(['light', 'dark'] as const)(
  'in %s mode every text stands out from what is behind it',
  async (colorScheme) => {
    const page = await open({ ...desktop, colorScheme });
    const faint = await page.evaluate(`(() => {
    const parts = (colour) => colour.match(/[\\d.]+/g).map(Number);
    const luminance = (colour) => {
      const [red, green, blue] = parts(colour).map((part) => {
        const share = part / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const behind = (element) => {
      for (let at = element; at !== null; at = at.parentElement) {
        const { backgroundColor } = getComputedStyle(at);
        if (parts(backgroundColor)[3] !== 0) return backgroundColor;
      }
      return 'rgb(255, 255, 255)';
    };
    const texts = [...document.querySelectorAll('body *')].filter((element) =>
      [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== '') &&
      !element.closest('style, title, desc'));
    return texts.flatMap((element) => {
      const { color, fill } = getComputedStyle(element);
      const drawn = element.namespaceURI.endsWith('svg') ? fill : color;
      if (drawn === 'none') return [];
      const [one, other] = [luminance(drawn), luminance(behind(element))].sort((a, b) => b - a);
      const contrast = (one + 0.05) / (other + 0.05);
      return contrast >= 4.5 ? [] : [element.tagName + '.' + element.className + ' ' + contrast.toFixed(2)];
    });
  })()`);
    expect([...new Set(faint as string[])]).toEqual([]);
    await page.context().close();
  },
);

test('without JavaScript everything is there, and the Node is chosen', async () => {
  const page = await open({ ...phone, javaScriptEnabled: false });
  expect(await page.locator('.run:visible .chart').count()).toBeGreaterThan(5);
  expect(await page.locator('#node-24').isVisible()).toBe(true);
  expect(await page.locator('#node-20').isVisible()).toBe(false);
  await page.getByText('20.20.2', { exact: true }).first().click();
  expect(await page.locator('#node-20').isVisible()).toBe(true);
  expect(await page.locator('#node-24').isVisible()).toBe(false);
  const numbers = page.locator('#node-20 .scenario').first();
  expect(await numbers.locator('table').isVisible()).toBe(false);
  await numbers.getByText('Numbers').click();
  expect(await numbers.locator('table').isVisible()).toBe(true);
  await page.context().close();
});

test('the keyboard chooses the Node', async () => {
  const page = await open(desktop);
  expect(await shown(page)).toEqual(['node-24']);
  await page.locator('#choose-node-24').focus();
  await page.keyboard.press('ArrowRight');
  expect(await shown(page)).toEqual(['node-20']);
  await page.context().close();
});

test('every chart has a title and a description, every table a name, and no id is there twice', async () => {
  const page = await open(desktop);
  const faults = await page.evaluate(`(() => {
    const text = (id) => document.getElementById(id)?.textContent ?? '';
    const charts = [...document.querySelectorAll('svg.chart')].filter((chart) =>
      chart.getAttribute('role') !== 'img' ||
      chart.getAttribute('aria-labelledby').split(' ').some((id) => text(id).length < 5));
    const tables = [...document.querySelectorAll('table')].filter((table) =>
      !table.closest('[role=region][aria-label]'));
    const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id);
    const links = [...document.querySelectorAll('a')].filter((link) => document.querySelector(link.hash) === null);
    return {
      charts: charts.length, tables: tables.length, links: links.map((link) => link.hash),
      twice: ids.filter((id, index) => ids.indexOf(id) !== index),
    };
  })()`);
  expect(faults).toEqual({ charts: 0, tables: 0, links: [], twice: [] });
  await page.context().close();
});

test('the text of a chart stays inside it', async () => {
  const page = await open(desktop);
  const outside = await page.evaluate(`[...document.querySelectorAll('svg.chart')].flatMap((chart) => {
    const frame = chart.getBoundingClientRect();
    return [...chart.querySelectorAll('text')].filter((text) => {
      const { left, right } = text.getBoundingClientRect();
      return frame.width > 0 && (left < frame.left - 1 || right > frame.right + 1);
    }).map((text) => text.textContent);
  })`);
  expect(outside).toEqual([]);
  await page.context().close();
});

test('on paper the numbers are open and the colours are those of day', async () => {
  const page = await open({ ...desktop, colorScheme: 'dark' });
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  expect(await page.evaluate('getComputedStyle(document.documentElement).backgroundColor')).toBe(
    'rgb(255, 255, 255)',
  );
  expect(await page.locator('#node-24 .scenario table').first().isVisible()).toBe(true);
  await page.context().close();
});

test('nothing went wrong in the browser, and nothing was asked of the network', () => {
  expect(troubles).toEqual([]);
});
