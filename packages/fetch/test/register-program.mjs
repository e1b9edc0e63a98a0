// Run by register.integration.test.ts, in a process of its own: prints what clients see.
import '@nextpress/fetch/register';
import { FastResponse, fromFetch } from '@nextpress/fetch';
import { createServer } from '@nextpress/server';
import { Hono } from 'hono';

const hono = new Hono();
hono.use(async (c, next) => {
  await next();
  c.header('X-Hono', '1');
});
hono.get('/text/:id', (c) => c.text(c.req.param('id')));
hono.post('/json', async (c) => c.json(await c.req.json(), 201));
hono.put('/back', async (c) => c.text(await c.req.text()));
hono.post('/proxy', (c) =>
  fetch(new Request(new URL('/back', c.req.url), new Request(c.req.raw, { method: 'PUT' }))),
);
hono.get('/fetch', (c) => fetch(c.req.raw.url.replace('fetch', 'text/direct'), c.req.raw));
hono.get('/class', (c) =>
  c.json([c.req.raw instanceof Request, c.req.raw.clone() instanceof Request, Response === FastResponse]),
);
hono.post('/members', async (c) => {
  const request = c.req.raw;
  /** @param {Request} of */
  const urlOf = (of) => Object.getOwnPropertyDescriptor(Request.prototype, 'url')?.get?.call(of);
  /** @type {string[]} */
  const names = [];
  for (const name in request) names.push(name);
  return c.json([
    urlOf(request) === request.url,
    urlOf(new Request('http://a/')),
    await Request.prototype.clone.call(request).text(),
    await Request.prototype.text.call(request),
    request.constructor === Request,
    Object.keys(Object.getPrototypeOf(Request.prototype)).filter((name) => !names.includes(name)),
    [Request.name, Response.name, fetch.name],
  ]);
});

const app = createServer().use(fromFetch(hono.fetch));
const server = app.listen(0, '127.0.0.1', async () => {
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : address;
  const origin = `http://127.0.0.1:${port}`;
  /** @type {unknown[]} */
  const results = [];
  /**
   * @param {string} path
   * @param {RequestInit} [init]
   */
  const see = async (path, init) => {
    const response = await fetch(origin + path, init);
    results.push([
      response.status,
      response.headers.get('x-hono'),
      await response.text(),
      response instanceof Response,
    ]);
  };
  await see('/text/7');
  await see('/json', { method: 'POST', body: '{"a":1}' });
  await see('/proxy', { method: 'POST', body: 'moved' });
  await see('/fetch');
  await see('/class');
  await see('/members', { method: 'POST', body: 'tea' });
  await see('/none');
  console.log(JSON.stringify(results));
  await app.close();
});
