// Applications of createServer() and of Express that are mounted in each other.
import { createServer as createHttpServer } from 'node:http';
import { listen } from '@nextpress-internal/test-kit';
import { expect, test } from 'vitest';
import express from '../src/express.ts';
import { createServer } from '../src/index.ts';

// biome-ignore lint/suspicious/noExplicitAny: _parsedUrl is private
type Message = any;

async function shown(app: Message, path: string): Promise<unknown> {
  const { url, close } = await listen(createHttpServer(app));
  try {
    return await (await fetch(url + path)).json();
  } finally {
    await close();
  }
}

test('_parsedUrl of a request of Express follows its url in a mounted application of createServer()', async () => {
  const inner = createServer();
  inner.use((req: Message, _res: Message, next: () => void) => {
    req.first = req._parsedUrl._raw;
    req.url = '/moved?y=2';
    next();
  });
  inner.get('/moved', (req: Message) => [req.first, req._parsedUrl._raw, req._parsedUrl.pathname]);
  const app = express();
  app.use('/api', inner as Message);
  expect(await shown(app, '/api/b?x=1')).toEqual(['/b?x=1', '/moved?y=2', '/moved']);
});

test('messages have the own members of Express in an application of Express that createServer() mounts', async () => {
  const inner = express();
  inner.get('/b', (req: Message, res: Message) => {
    res.json([
      Object.hasOwn(req, '_parsedUrl'),
      Object.hasOwn(res, 'locals'),
      req._parsedUrl.pathname,
      req.originalUrl,
    ]);
  });
  const app = createServer();
  app.use('/api', inner as Message);
  expect(await shown(app, '/api/b?x=1')).toEqual([true, true, '/b', '/api/b?x=1']);
});
