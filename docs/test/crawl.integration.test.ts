import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { crawl } from './crawl.ts';

const pages: Record<string, string> = {
  '/': '<h1 id="home">Home</h1><a href="/a#here">a</a> <a href="/gone">gone</a> <a href="https://example.com/">far</a>',
  '/a': '<h1 id="here">A</h1><a href="/#home">home</a> <a href="/#nowhere">nowhere</a> <img src="/b.svg">',
};

let origin: string;
const server = createServer((req, res) => {
  const page = pages[req.url ?? ''];
  if (page !== undefined) res.setHeader('Content-Type', 'text/html').end(page);
  else res.writeHead(req.url === '/b.svg' ? 200 : 404, { 'Content-Type': 'image/svg+xml' }).end();
});
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, resolve));
  origin = `http://localhost:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

test('a crawl follows links, and reports missing pages and anchors', async () => {
  expect(await crawl(origin)).toEqual({
    pages: [`${origin}/`, `${origin}/a`],
    elsewhere: ['https://example.com/'],
    problems: [`${origin}/: ${origin}/gone is missing`, `${origin}/a: ${origin}/#nowhere has no such anchor`],
  });
});
