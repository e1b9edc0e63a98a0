import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import express from 'express';
import { createServer as createVite } from 'vite';

const app = express();
const server = createServer(app);
const vite = await createVite({
  server: { middlewareMode: { server }, hmr: { server }, watch: null, cors: { origin: 'http://a.example' } },
  appType: 'custom',
  cacheDir: `${process.env.DATA}/vite`,
  logLevel: 'error',
  optimizeDeps: { noDiscovery: true },
});
app.get('/api', (_req, res) => res.json({ api: true }));
app.use(vite.middlewares);
app.use(
  '/nested',
  express.Router().get('/page', (req, res) => res.send(req.baseUrl)),
);
app.use('*all', async (req, res, next) => {
  try {
    if (!req.accepts('html')) return res.sendStatus(404);
    const page = await vite.transformIndexHtml(req.originalUrl, readFileSync('index.html', 'utf8'));
    const { render } = await vite.ssrLoadModule('/render.js');
    if (req.originalUrl === '/fail') throw new Error('failed to render');
    res
      .status(200)
      .set('Content-Type', 'text/html')
      .end(page.replace('<!--content-->', render(req.originalUrl)));
  } catch (error) {
    next(error);
  }
});
server.listen(Number(process.env.PORT), '127.0.0.1');
