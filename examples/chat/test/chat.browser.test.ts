import { startExample } from '@nextpress-internal/example-process';
import { hasRedis, startRedis } from '@nextpress-internal/test-kit';
import { chromium, type Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { findChromium } from '../../../scripts/chromium.mjs';

const home = new URL('..', import.meta.url);

async function enter(page: Page, url: string, user: string): Promise<void> {
  await page.goto(url);
  await page.getByLabel('Your name').fill(user);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('connected', { exact: true }).waitFor();
}

test.skipIf(!hasRedis())('people talk through two processes, and the page reconnects', async () => {
  const redis = await startRedis();
  onTestFinished(redis.stop);
  const env = { REDIS_URL: redis.url };
  const first = await startExample(home, { env });
  const second = await startExample(home, { env });
  onTestFinished(async () => void (await first.interrupt()));
  // Chromium's sandbox needs privileges that containers lack; the page comes from this repository.
  const browser = await chromium.launch({ executablePath: findChromium() ?? '', args: ['--no-sandbox'] });
  onTestFinished(() => browser.close());
  const troubles: string[] = [];
  // Each context has its own cookies, like another person's browser.
  const open = async () => {
    const page = await (await browser.newContext()).newPage();
    page.on('pageerror', (error) => troubles.push(error.message));
    return page;
  };
  const [ada, bob] = [await open(), await open()];
  await enter(ada, first.url, 'ada');
  await enter(bob, second.url, 'bob');
  await ada.getByText('bob has joined.').waitFor();
  await bob.getByLabel('Message').fill('<b>hello</b>');
  await bob.getByLabel('Message').press('Enter');
  await ada.getByText('bob: <b>hello</b>').waitFor();

  await ada.getByLabel('Room').selectOption('kitchen');
  await bob.getByText('ada has left.').waitFor();
  await ada.getByText('ada has joined.').waitFor();

  const { port } = new URL(second.url);
  await second.interrupt();
  await bob.getByText('reconnecting …').waitFor();
  const third = await startExample(home, { env: { ...env, PORT: port } });
  onTestFinished(async () => void (await third.interrupt()));
  await bob.getByText('connected', { exact: true }).waitFor();
  expect(troubles).toEqual([]);
});
