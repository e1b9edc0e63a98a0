import '../src/register.ts';
import { createServer, IncomingMessage, ServerResponse } from 'node:http';
import { exchange, listen } from '@nextpress-internal/test-kit';
import express from 'express';
import { expect, test } from 'vitest';

// In a process of its own, because it changes the prototypes of Node.

test('importing register adds the helpers to every request and response of the process', async () => {
  const server = createServer((req, res) => {
    res
      .status(201)
      .set('X-Path', req.pathname)
      .json({ query: req.query, host: req.get('Host') });
  });
  const { port, close } = await listen(server);
  const [response] = await exchange(
    port,
    'GET /a/../b?x=1 HTTP/1.1\r\nHost: example.com\r\nConnection: close\r\n\r\n',
  );
  await close();
  expect(response?.status).toBe(201);
  expect(response?.headers['x-path']).toBe('/b');
  expect(JSON.parse(response?.body ?? '')).toEqual({ query: { x: '1' }, host: 'example.com' });
});

test('the helpers are not enumerable on requests and responses', () => {
  const names: string[] = [];
  for (const name in ServerResponse.prototype) names.push(name);
  for (const name in IncomingMessage.prototype) names.push(name);
  expect(names).not.toContain('json');
  expect(names).not.toContain('query');
});

test('Express responds as before in the same process', async () => {
  const app = express();
  app.get('/:id', (req, res) => {
    res.json({ id: req.params.id, query: req.query, url: req.originalUrl, body: req.body ?? 'none' });
  });
  const { port, close } = await listen(createServer(app));
  const [response] = await exchange(port, 'GET /7?a[b]=1 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
  await close();
  expect(response?.headers.etag).toBeDefined();
  expect(JSON.parse(response?.body ?? '')).toEqual({
    id: '7',
    query: { 'a[b]': '1' },
    url: '/7?a[b]=1',
    body: 'none',
  });
});
