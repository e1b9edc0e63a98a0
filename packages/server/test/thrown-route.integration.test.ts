import { channel } from 'node:diagnostics_channel';
import { createServer as createHttpServer } from 'node:http';
import { type Listening, listen } from '@nextpress-internal/test-kit';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createExpressApplication } from '../src/express.ts';
import { type Application, createServer, Router } from '../src/index.ts';

let server: Listening | undefined;
beforeEach(() => {
  vi.spyOn(console, 'error').mockReturnValue();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await server?.close();
});

const kinds = [
  ['createServer()', createServer],
  ['nextpress/express', createExpressApplication as typeof createServer],
] as const;

describe.each(kinds)('%s', (_kind, create) => {
  describe.each(['route', 'router'])("a guard that throws '%s'", (word) => {
    const throws = (): never => {
      throw word;
    };
    const rejects = async (): Promise<never> => throws();

    const guards: [string, (app: Application) => unknown][] = [
      ['of the application', (app) => app.use(throws)],
      ['of a prefix', (app) => app.use('/secret', throws)],
      ['of a route', (app) => app.get('/secret', throws)],
      ['among the handlers of a route', (app) => app.get('/secret', throws, (_req, res) => res.send('kept'))],
      ['of a router', (app) => app.use(Router().use(throws))],
      ['of a mounted application', (app) => app.use(create().use(throws))],
      ['that is asynchronous', (app) => app.use(rejects)],
      ['of a route that is asynchronous', (app) => app.all('/secret', rejects)],
      [
        'of a param',
        (app) => app.param('name', throws).get('/:name', (_req, res) => res.send('kept')) as Application,
      ],
      [
        'of a param that is asynchronous',
        (app) => app.param('name', rejects).get('/:name', (_req, res) => res.send('kept')) as Application,
      ],
      ['in an onRequest hook', (app) => app.addHook('onRequest', rejects)],
      [
        'in an onSend hook',
        (app) => app.addHook('onSend', throws).get('/secret', (_req, res) => res.send('a')),
      ],
      [
        'in a handler for errors',
        (app) => app.use((_req, _res, next) => next(new Error('a'))).use(catches(throws)),
      ],
      [
        'in a view engine',
        (app) =>
          app
            .engine('html', throws)
            .set('views', import.meta.dirname)
            .set('view', View)
            .get('/secret', (_req, res) => res.render('a.html')),
      ],
    ];

    test.each(guards)('%s fails the request', async (_where, guard) => {
      const app = create();
      guard(app);
      app.use('/secret', (_req, res) => res.end('secret'));
      server = await listen(createHttpServer(app));
      const response = await fetch(`${server.url}/secret`);
      expect([response.status, await response.text()]).not.toContain('secret');
      expect(response.status).toBe(500);
    });

    test('fails the request while its calls are traced', async () => {
      const ignore = (): void => {};
      const start = channel('tracing:express.router.request:start');
      start.subscribe(ignore);
      const app = create().use(throws);
      app.use((_req, res) => res.end('secret'));
      server = await listen(createHttpServer(app));
      const { status } = await fetch(server.url);
      start.unsubscribe(ignore);
      expect(status).toBe(500);
    });

    test('reaches error handlers as an error with the value as its cause', async () => {
      const causes: unknown[] = [];
      const app = create().use(throws);
      app.use((error: Error, _req: unknown, res: { end(): void }, _next: unknown) => {
        causes.push(error.cause);
        res.end();
      });
      server = await listen(createHttpServer(app));
      await fetch(server.url);
      expect(causes).toEqual([word]);
    });
  });
});

class View {
  readonly path = 'a.html';
  render(): never {
    throw 'router';
  }
}

function catches(handler: () => never) {
  return (_error: unknown, _req: unknown, _res: unknown, _next: unknown) => handler();
}
