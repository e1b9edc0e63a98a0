import { once } from 'node:events';
import express from 'express';
import { createProxyMiddleware, fixRequestBody, responseInterceptor } from 'http-proxy-middleware';
import { WebSocketServer } from 'ws';

const upstream = express();
upstream.get('/users/:id', (req, res) =>
  res.json({ id: req.params.id, via: req.get('X-Via'), forwarded: req.get('X-Forwarded-Proto') }),
);
upstream.post('/echo', express.json(), express.text(), (req, res) =>
  res.status(201).json({ body: req.body ?? null }),
);
upstream.get('/cookie', (_req, res) =>
  res.cookie('session', '1', { path: '/', domain: 'upstream.example' }).send('set'),
);
upstream.get('/moved', (req, res) => res.redirect(`http://${req.get('Host')}/users/1`));
upstream.get('/stream', (_req, res) => {
  res.type('text/plain');
  for (let part = 0; part < 5; part++) res.write(`part ${part}\n`);
  res.end('done\n');
});
upstream.get('/slow', () => {});
upstream.get('/text', (_req, res) => res.send('a text'));
upstream.get('/fail', () => {
  throw Object.assign(new Error('broken'), { status: 503, expose: true });
});
const upstreamServer = upstream.listen(0, '127.0.0.1');
await once(upstreamServer, 'listening');
new WebSocketServer({ server: upstreamServer, path: '/chat' }).on('connection', (socket, req) => {
  socket.send(`hello ${req.headers['x-via'] ?? 'no proxy'}`);
  socket.on('message', (data, isBinary) => socket.send(data, { binary: isBinary }));
});

const target = `http://127.0.0.1:${upstreamServer.address().port}`;
const app = express();
const api = createProxyMiddleware({
  target,
  changeOrigin: true,
  xfwd: true,
  headers: { 'X-Via': 'proxy' },
  cookieDomainRewrite: 'a.example',
  autoRewrite: true,
  proxyTimeout: 300,
});
app.use('/api', api);
app.use('/parsed', express.json(), createProxyMiddleware({ target, on: { proxyReq: fixRequestBody } }));
app.use(
  '/changed',
  createProxyMiddleware({
    target,
    selfHandleResponse: true,
    on: {
      proxyRes: responseInterceptor(async (buffer, _proxyRes, _req, res) => {
        res.setHeader('X-Changed', 'yes');
        return buffer.toString().toUpperCase();
      }),
    },
  }),
);
const filtered = createProxyMiddleware({
  target,
  pathFilter: ['/old/**', '!/old/secret'],
  pathRewrite: { '^/old': '' },
});
app.use(filtered);
app.use('/gone', createProxyMiddleware({ target: 'http://127.0.0.1:9', logger: undefined }));
app.use('/chat', createProxyMiddleware({ target: `${target}/chat`, ws: true }));
app.get('/own', (_req, res) => res.json({ own: true }));
const server = app.listen(Number(process.env.PORT), '127.0.0.1');
const sockets = createProxyMiddleware({ target, headers: { 'X-Via': 'upgrade' }, pathFilter: '/chat' });
server.on('upgrade', sockets.upgrade);
