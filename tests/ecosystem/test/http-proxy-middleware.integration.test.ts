import { once } from 'node:events';
import { connect } from 'node:net';
import express from 'express';
import { createProxyMiddleware, fixRequestBody } from 'http-proxy-middleware';
import { expect } from 'vitest';
import { packages } from '../works.ts';

const works = packages('http-proxy-middleware', 'version 4 needs Node 22.15');

works(
  'forwards requests, bodies and responses, and responds with 504 when the target is down',
  async ({ app, another, serve }) => {
    const backend = another();
    backend.use(express.json());
    backend.post('/things/:id', (req, res) => {
      res.status(201).json({ url: req.url, body: req.body, by: req.get('X-By'), host: req.get('Host') });
    });
    backend.get('/large', (_req, res) => void res.send('x'.repeat(300_000)));
    const { url: target } = await serve(backend);
    app.use(
      '/api',
      createProxyMiddleware({
        target,
        changeOrigin: true,
        on: { proxyReq: (req) => void req.setHeader('X-By', 'proxy') },
      }),
    );
    app.use('/read', express.json(), createProxyMiddleware({ target, on: { proxyReq: fixRequestBody } }));
    app.use('/gone', createProxyMiddleware({ target: 'http://127.0.0.1:1' }));
    const { visitor } = await serve();
    const passed = await visitor.post('/api/things/7?a=1', { name: 'thing' });
    expect(passed.status).toBe(201);
    expect(passed.json()).toEqual({
      url: '/things/7?a=1',
      body: { name: 'thing' },
      by: 'proxy',
      host: new URL(target).host,
    });
    expect((await visitor.post('/read/things/8', { read: true })).json()).toMatchObject({
      body: { read: true },
    });
    expect((await visitor.get('/api/large')).text).toHaveLength(300_000);
    expect((await visitor.get('/gone/thing')).status).toBe(504);
  },
);

works('passes an upgrade to a WebSocket on', async ({ app, another, serve }) => {
  const backend = another();
  backend.get('/', (_req, res) => void res.send('backend'));
  const back = await serve(backend);
  back.server.on('upgrade', (req, socket) => {
    socket.end(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n${req.url}`,
    );
  });
  app.use(createProxyMiddleware({ target: back.url, ws: true }));
  const { url, visitor } = await serve();
  // It listens for upgrades on the server of the first request that it sees.
  expect((await visitor.get('/')).text).toBe('backend');
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.write(
    'GET /socket HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n',
  );
  let received = '';
  socket.on('data', (piece) => (received += piece));
  await once(socket, 'close');
  expect(received).toMatch(/^HTTP\/1\.1 101 [\s\S]*\/socket$/);
});
