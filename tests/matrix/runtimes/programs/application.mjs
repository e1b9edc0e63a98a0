// The application that each runtime serves, made of the built packages. Bun adds a media type to responses that have none.
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { jsonBody } from '../../../../packages/json-body/dist/index.js';
import { createServer } from '../../../../packages/server/dist/index.js';

export function createApp() {
  const app = createServer({ logError: () => {} });
  app.get('/hello', (req, res) => res.json({ hello: req.query.name, ip: req.ip, protocol: req.protocol }));
  app.get('/users/:id', (req, res) => res.send(`user ${req.params.id}`));
  app.post('/json', jsonBody(), (req, res) => res.status(201).json(req.body));
  app.post('/echo', (req, res) => void req.pipe(res.type('text')));
  app.post('/ignore', (_req, res) => res.send('ignored'));
  app.get('/cookies', (req, res) => {
    res.cookie('a', 'x y', { httpOnly: true }).cookie('b', '2').append('X-Tea', ['green', 'black']);
    res.send(req.get('Cookie'));
  });
  app.get('/file', (_req, res) => res.sendFile(fileURLToPath(import.meta.url)));
  app.get('/download', (_req, res) => res.download(fileURLToPath(import.meta.url), 'tea.js'));
  app.get('/redirect', (_req, res) => res.redirect('/hello'));
  app.get('/empty', (_req, res) => res.status(204).end());
  app.get('/plain', (_req, res) => res.type('text').end('plain'));
  app.get('/large', async (_req, res) => {
    for (let number = 0; number < 100; number++) {
      if (!res.write(Buffer.alloc(64 * 1024, number))) await once(res, 'drain');
    }
    res.end();
  });
  app.get('/slow', async (_req, res) => {
    for (const part of ['a', 'b', 'c']) {
      res.write(part);
      await delay(5);
    }
    res.end();
  });
  app.get('/events', (_req, res) => {
    const stream = res.sse();
    stream.send({ event: 'tea', data: 'green' });
    stream.close();
  });
  app.get('/trailers', (_req, res) => {
    res.type('text').set('Trailer', 'X-Sum');
    res.write('sum');
    res.addTrailers({ 'X-Sum': '3' });
    res.end();
  });
  app.get('/fail', () => {
    throw new Error('failed');
  });
  app.get('/fail-later', async () => {
    await delay(1);
    throw new Error('failed later');
  });
  addClosing(app);
  return app;
}

/** `/closed` responds when the client of `/open` has left. @param {ReturnType<typeof createServer>} app */
function addClosing(app) {
  /** @type {() => void} */
  let close = () => {};
  const closed = new Promise((resolve) => {
    close = () => resolve(undefined);
  });
  app.get('/open', (req, res) => {
    res.write('open');
    req.once('close', () => res.destroyed && close());
    res.once('close', () => req.destroyed && close());
  });
  app.get('/closed', async (_req, res) => {
    await closed;
    res.send('closed');
  });
}
