import { createServer as createHttpServer } from 'node:http';
import { type Listening, listen } from '@nextpress-internal/test-kit';
import express from 'express';
import { afterEach, describe, expect, test } from 'vitest';
import { type Application, createServer, Router } from '../src/index.ts';

let server: Listening | undefined;
afterEach(() => server?.close());

const inner = (): Application => createServer({ trustProxy: true }).use((_req, _res, next) => next());

async function askForwarded(app: Application): Promise<string> {
  server = await listen(createHttpServer(app));
  const response = await fetch(server.url, { headers: { 'X-Forwarded-For': '6.6.6.6' } });
  return response.text();
}

describe('an application that has passed a request on', () => {
  test.each<[string, (app: Application) => unknown]>([
    ['an application', (app) => app.use(inner())],
    ['a router', (app) => app.use(Router().use(inner()))],
    [
      'a handler',
      (app) => {
        const called = inner();
        app.use((req, res, next) => called(req, res, next));
      },
    ],
    ['a mounted application of a router', (app) => app.use(Router().use(createServer().use(inner())))],
  ])(
    'restores the settings of the outer application when it was reached through %s',
    async (_what, mount) => {
      const app = createServer();
      mount(app);
      app.get('/', (req, res) => res.send(`${req.ip} ${req.app === app}`));
      expect(await askForwarded(app)).toMatch(/127\.0\.0\.1 true$/);
    },
  );

  test('gives Express back its own objects', async () => {
    const app = express();
    app.use(express.Router().use(inner() as never));
    app.get('/', (req, res) => void res.send(`${req.ip} ${Object.getPrototypeOf(req) === app.request}`));
    expect(await askForwarded(app as never)).toMatch(/127\.0\.0\.1 true$/);
  });
});
