import { once } from 'node:events';
import type { Server } from 'node:http';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findChromium } from '../../../../scripts/chromium.mjs';
import { type Application, createServer } from '../../src/index.ts';

let browser: Browser;
let page: Page;

beforeAll(async () => {
  // The sandbox of Chromium needs more rights than a container gives; the page comes from this repository.
  browser = await chromium.launch({ executablePath: findChromium() ?? '', args: ['--no-sandbox'] });
  page = await browser.newPage();
});

afterAll(() => browser?.close());

/** Starts an application that sends the numbers up to `last`, from the one after `Last-Event-ID` on. */
async function start(port: number, last: number): Promise<{ app: Application; server: Server }> {
  const app = createServer();
  app.get('/', (_req, res) => {
    res.send('<!doctype html><title>Events</title>');
  });
  app.get('/numbers', async (_req, res) => {
    const stream = res.sse({ retry: 50, heartbeat: 10 });
    for (let number = Number(stream.lastEventId) + 1; number <= last; number++) {
      await stream.send({ event: 'number', id: number, data: { number, text: 'two\nlines' } });
    }
  });
  app.get('/ended', (_req, res) => {
    res.sendStatus(204);
  });
  const server = app.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return { app, server };
}

test('an EventSource gets every event once, across a restart of the server', async () => {
  const first = await start(0, 3);
  const { port } = first.server.address() as { port: number };
  await page.goto(`http://127.0.0.1:${port}/`);
  await page.evaluate(`
    globalThis.received = [];
    globalThis.source = new EventSource('/numbers');
    source.addEventListener('number', (event) => received.push(JSON.parse(event.data).number + ' ' + event.lastEventId));
  `);
  await page.waitForFunction('received.length === 3');
  // It resolves because the stream ends, not at the end of the grace period.
  expect((await first.app.close({ grace: Number.POSITIVE_INFINITY })).cut).toEqual([]);
  const second = await start(port, 6);
  await page.waitForFunction('received.length === 6');
  expect(await page.evaluate('received')).toEqual(['1 1', '2 2', '3 3', '4 4', '5 5', '6 6']);
  await page.evaluate('source.close()');
  await second.app.close();
});

test('an EventSource stops after a 204', async () => {
  const { app, server } = await start(0, 0);
  const { port } = server.address() as { port: number };
  await page.goto(`http://127.0.0.1:${port}/`);
  await page.evaluate(`globalThis.ended = new EventSource('/ended')`);
  await page.waitForFunction('ended.readyState === EventSource.CLOSED');
  await app.close();
});
