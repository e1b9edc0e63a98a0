import { createServer as createHttpServer } from 'node:http';
import { type Listening, listen } from '@nextpress-internal/test-kit';
import { afterEach, expect, test } from 'vitest';
import {
  type Application,
  createServer,
  type ErrorHandler,
  type Handler,
  Router,
} from '../../../src/index.ts';

let server: Listening | undefined;
afterEach(() => server?.close());

async function ask(app: Application, target: string): Promise<string> {
  server = await listen(createHttpServer(app));
  return (await fetch(server.url + target)).text();
}

const tells: ErrorHandler = (error, req, res, _next) => {
  res.json([(error as { status: number }).status, req.app.get('name'), { ...req.params }]);
};

const responds: Handler = (_req, res) => res.send('inside');

test.each([
  ['an application', () => createServer().set('name', 'inner').get('/', responds)],
  ['a router', () => Router().get('/', responds)],
] as const)(
  '%s calls next with an error, and restores the request, when the target has no path',
  async (_what, make) => {
    const inner = make() as unknown as Handler;
    const app = createServer().set('name', 'outer');
    app.use('/:id', (req, res, next) => {
      req.url = '?';
      inner(req, res, (error: unknown) => {
        req.url = '/';
        if (error) tells(error, req, res, next);
        else next();
      });
    });
    expect(await ask(app, '/7/b')).toBe('[400,"outer",{"id":"7"}]');
  },
);
