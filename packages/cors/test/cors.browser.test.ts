import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type CorsMiddleware, cors } from '@nextpress/cors';
import { type Listening, listen } from '@nextpress-internal/test-kit';
import { type Browser, type BrowserContext, chromium, type Frame, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { findChromium } from '../../../scripts/chromium.mjs';
import { lanes } from './ask.ts';

// Pages and servers have different ports, so different origins.

const servers: Listening[] = [];
const apis = new Map<string, Listening>();
let home: Listening;
/** A page that the browser treats as a page on the internet. */
let outside: Listening;
let browser: Browser;
let context: BrowserContext;
let page: Page;

/** The middleware of the current test. */
let allow: CorsMiddleware;
/** The requests of the current test. */
let came: string[] = [];

beforeAll(async () => {
  const show = (_req: IncomingMessage, res: ServerResponse) =>
    void res.setHeader('Content-Type', 'text/html').end('<title>page</title>');
  home = await start(createServer(show));
  outside = await start(createServer(show));
  for (const [lane, put] of Object.entries(lanes)) apis.set(lane, await start(put(createServer(respond))));
  // The sandbox of Chromium does not work in containers. All pages come from this file.
  const args = ['--no-sandbox', `--ip-address-space-overrides=127.0.0.1:${outside.port}=public`];
  browser = await chromium.launch({ executablePath: findChromium() ?? '', args });
});

afterAll(async () => {
  await browser?.close();
  for (const server of servers) await server.close();
});

// Cached preflights and cookies end with the context.
beforeEach(async () => {
  came = [];
  context = await browser.newContext();
  page = await context.newPage();
  await page.goto(home.url);
});

afterEach(() => context.close());

async function start(server: Parameters<typeof listen>[0]): Promise<Listening> {
  const listening = await listen(server);
  servers.push(listening);
  return listening;
}

function respond(req: IncomingMessage, res: ServerResponse): void {
  came.push(req.method ?? '');
  allow(req, res, (error) => {
    if (error !== undefined) return void res.writeHead(500).end(String(error));
    const headers = { 'X-Total': '7', 'X-Secret': 'hidden' };
    res.writeHead(req.url === '/absent' ? 404 : 200, headers).end(req.headers.cookie ?? 'no cookie');
  });
}

/** The result of a request in a script. */
type Learned = { status: number; body: string; total: string | null; secret: string | null } | 'nothing';

/** Sends a request from a script to a server. */
function fetchIn(place: Page | Frame, url: string, init: RequestInit = {}): Promise<Learned> {
  return place.evaluate(
    async ([url, init]): Promise<Learned> => {
      try {
        const response = await fetch(url, init);
        const { status, headers } = response;
        const body = await response.text();
        return { status, body, total: headers.get('x-total'), secret: headers.get('x-secret') };
      } catch {
        return 'nothing';
      }
    },
    [url, init] as const,
  );
}

const seen = { status: 200, body: 'no cookie', total: null, secret: null };

describe.each(['node:http', 'the fast lane'])('in %s', (lane) => {
  const api = (path = '/') => `${apis.get(lane)?.url}${path}`;

  test('a script of an allowed origin reads the response', async () => {
    allow = cors({ origin: home.url });
    expect(await fetchIn(page, api())).toEqual(seen);
    expect(await fetchIn(page, api('/absent'))).toEqual({ ...seen, status: 404 });
    allow = cors();
    expect(await fetchIn(page, api(), { method: 'POST', body: 'text' })).toEqual(seen);
    expect(came).toEqual(['GET', 'GET', 'POST']);
  });

  test('a script of another origin cannot read the response', async () => {
    for (const origin of ['https://other.example', false, () => false, [], /^https:/]) {
      allow = cors({ origin });
      expect(await fetchIn(page, api())).toBe('nothing');
    }
    expect(came).toEqual(Array(5).fill('GET'));
  });

  test('a script reads exposed headers', async () => {
    allow = cors({ origin: home.url, exposedHeaders: ['X-Total'] });
    expect(await fetchIn(page, api())).toEqual({ ...seen, total: '7' });
    allow = cors({ exposedHeaders: '*' });
    expect(await fetchIn(page, api())).toEqual({ ...seen, total: '7', secret: 'hidden' });
  });

  test('a preflight allows the listed methods and headers', async () => {
    allow = cors({ origin: [home.url], methods: ['PUT'], allowedHeaders: ['X-A'] });
    expect(await fetchIn(page, api(), { method: 'PUT', headers: { 'X-A': '1' } })).toEqual(seen);
    expect(came.splice(0)).toEqual(['OPTIONS', 'PUT']);
    expect(await fetchIn(page, api('/1'), { method: 'DELETE' })).toBe('nothing');
    expect(await fetchIn(page, api('/2'), { method: 'PUT', headers: { 'X-B': '1' } })).toBe('nothing');
    expect(came).toEqual(['OPTIONS', 'OPTIONS']);
  });

  test('a preflight allows the requested headers by default', async () => {
    allow = cors();
    const headers = { 'X-B': '1', 'Content-Type': 'application/json' };
    expect(await fetchIn(page, api(), { method: 'PATCH', headers, body: '{}' })).toEqual(seen);
    expect(came).toEqual(['OPTIONS', 'PATCH']);
  });

  test('a preflight of another origin allows nothing', async () => {
    for (const origin of ['https://other.example', async () => false, /^https:/]) {
      allow = cors({ origin });
      expect(await fetchIn(page, api(), { method: 'PUT' })).toBe('nothing');
    }
    expect(came).toEqual(['OPTIONS', 'OPTIONS', 'OPTIONS']);
  });

  test('cookies are sent and the response is readable with credentials', async () => {
    await context.addCookies([{ name: 'who', value: 'me', url: home.url }]);
    const credentials = 'include';
    allow = cors({ origin: home.url, credentials: true });
    expect(await fetchIn(page, api(), { credentials })).toEqual({ ...seen, body: 'who=me' });
    expect(await fetchIn(page, api(), { credentials, method: 'PUT' })).toEqual({ ...seen, body: 'who=me' });
    expect(await fetchIn(page, api())).toEqual(seen);
    for (const options of [{}, { origin: home.url }]) {
      allow = cors(options);
      expect(await fetchIn(page, api('/1'), { credentials })).toBe('nothing');
      expect(await fetchIn(page, api('/2'), { credentials, method: 'DELETE' })).toBe('nothing');
    }
  });

  test("the origin null of a sandboxed frame is allowed by its name or by '*'", async () => {
    await page.setContent('<iframe sandbox="allow-scripts" srcdoc="frame"></iframe>');
    const frame = page.frames()[1] ?? page.mainFrame();
    expect(await frame.evaluate('origin')).toBe('null');
    for (const origin of [true, /./, home.url, () => true]) {
      allow = cors({ origin });
      expect(await fetchIn(frame, api())).toBe('nothing');
      expect(await fetchIn(page, api())).toEqual(seen);
    }
    for (const origin of ['*', 'null', [home.url, 'null']]) {
      allow = cors({ origin });
      expect(await fetchIn(frame, api(), { method: 'PUT' })).toEqual(seen);
    }
  });

  test('a preflight is cached for maxAge', async () => {
    allow = cors({ maxAge: 600 });
    for (let i = 0; i < 3; i++) await fetchIn(page, api('/1'), { method: 'PUT' });
    expect(came.splice(0)).toEqual(['OPTIONS', 'PUT', 'PUT', 'PUT']);
    allow = cors({ maxAge: 0 });
    for (let i = 0; i < 2; i++) await fetchIn(page, api('/2'), { method: 'PUT' });
    expect(came).toEqual(['OPTIONS', 'PUT', 'OPTIONS', 'PUT']);
  });

  test('a page on the internet needs permission from the user and from cors()', async () => {
    await page.goto(outside.url);
    allow = cors({ origin: outside.url });
    expect(await fetchIn(page, api(), { method: 'PUT' })).toBe('nothing');
    expect(came).toEqual([]);
    await context.grantPermissions(['local-network-access']);
    expect(await fetchIn(page, api('/1'), { method: 'PUT' })).toEqual(seen);
    expect(came).toEqual(['OPTIONS', 'PUT']);
    allow = cors({ origin: home.url });
    expect(await fetchIn(page, api('/2'), { method: 'PUT' })).toBe('nothing');
  });
});
