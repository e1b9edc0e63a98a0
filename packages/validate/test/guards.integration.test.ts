import { type Application, createServer, type RequestHandler } from '@nextpress/server';
import { createExpressApplication } from '@nextpress/server/express';
import { exchange } from '@nextpress-internal/test-kit';
import { describe, expect, test } from 'vitest';
import { type ValidateOptions, validate } from '../src/index.ts';
import { request, type Start, startInFastLane, startInNode } from './lanes.ts';

const body = { type: 'object', required: ['amount'], properties: { amount: { type: 'number' } } } as const;

const requireLogin: RequestHandler = (req, res, next) => {
  if (req.headers.authorization === 'Bearer secret') next();
  else res.status(401).json({ error: 'Please log in.', bodyWasRead: req.readableDidRead });
};
const LOGIN = ['Authorization: Bearer secret'];

describe.each([
  ['createServer()', 'the fast lane', () => createServer(), startInFastLane],
  ['createServer()', "Node's lane", () => createServer(), startInNode],
  ['nextpress/express', 'the fast lane', () => createExpressApplication(), startInFastLane],
  ['nextpress/express', "Node's lane", () => createExpressApplication(), startInNode],
  ['Express 4', "Node's lane", () => createExpressApplication(4), startInNode],
] as const satisfies readonly (readonly [string, string, () => Application, Start])[])(
  'a guard before the schema of a route, in %s in %s',
  (_app, _lane, create, start) => {
    function appWith(options?: ValidateOptions): Application {
      const app = create();
      app.set('env', 'test');
      app.register(validate(options));
      return app;
    }

    test('rejects a request before its body is read, parsed and validated', async () => {
      const app = appWith({ json: { limit: '1kb' } });
      app.post('/guarded', requireLogin, { schema: { body } }, (req, res) => res.json(req.body));
      app.post('/validated', { schema: { body } }, requireLogin, (req, res) => res.json(req.body));
      const port = await start(app);
      const refused = { status: 401, body: { error: 'Please log in.', bodyWasRead: false } };
      for (const sent of [{ amount: 'x' }, '{', `"${'x'.repeat(5_000)}"`]) {
        expect(await request(port, 'POST', '/guarded', sent)).toMatchObject(refused);
        expect((await request(port, 'POST', '/validated', sent)).status).toBeOneOf([400, 413]);
        expect((await request(port, 'POST', '/guarded', sent, LOGIN)).status).toBeOneOf([400, 413]);
      }
      const text = ['Content-Type: text/plain'];
      expect(await request(port, 'POST', '/guarded', 'text', text)).toMatchObject(refused);
      expect(await request(port, 'POST', '/guarded', 'text', [...LOGIN, ...text])).toMatchObject({
        status: 415,
      });
      expect(await request(port, 'POST', '/guarded', { amount: 5 }, LOGIN)).toMatchObject({
        status: 200,
        body: { amount: 5 },
      });
    });

    test('sees params, query, headers and body as sent, and later handlers see the output of the schema', async () => {
      const app = appWith();
      const number = { type: 'integer' };
      const schema = {
        params: { type: 'object', properties: { id: number } },
        query: { type: 'object', properties: { page: number } },
        headers: { type: 'object', properties: { 'x-limit': number } },
        body,
      } as const;
      const seen: unknown[] = [];
      const note: RequestHandler = (req, _res, next) => {
        seen.push([req.params.id, req.query.page, req.headers['x-limit'], req.body]);
        next();
      };
      app.post('/users/:id', note, { schema }, note as never, (_req, res) => res.json('ok'));
      const port = await start(app);
      const headers = ['X-Limit: 3'];
      expect((await request(port, 'POST', '/users/1?page=2', { amount: 4 }, headers)).status).toBe(200);
      expect(seen).toEqual([
        ['1', '2', '3', undefined],
        [1, 2, 3, { amount: 4 }],
      ]);
    });

    test.each(['check', 'serialize'] as const)(
      'gets its response serialized by the schema for its status, with responses: %s',
      async (responses) => {
        const app = appWith({ responses });
        const problem = { type: 'object', properties: { error: { type: 'string' } } } as const;
        const amount = { type: 'object', properties: { amount: { type: 'number' } } } as const;
        const guard = requireLogin as never;
        const respond: RequestHandler = (_req, res) => res.json({ amount: 1, secret: 'x' });
        app.get(
          '/declared',
          guard,
          { schema: { response: { 200: amount, 401: problem } } },
          respond as never,
        );
        app.get('/class', guard, { schema: { response: { 200: amount, '4xx': problem } } }, respond as never);
        app.get('/undeclared', guard, { schema: { response: { 200: amount } } }, respond as never);
        app.get('/plain', (_req, res) => res.json({ error: 'a', other: 'b' }));
        const port = await start(app);
        for (const path of ['/declared', '/class']) {
          expect(await request(port, 'GET', path)).toMatchObject({
            status: 401,
            body: expect.not.objectContaining({ bodyWasRead: false }),
          });
        }
        expect((await request(port, 'GET', '/undeclared')).body).toHaveProperty('bodyWasRead');
        for (const path of ['/declared', '/class', '/undeclared']) {
          expect((await request(port, 'GET', path, undefined, LOGIN)).body).toEqual({ amount: 1 });
        }
        expect((await request(port, 'GET', '/plain')).body).toEqual({ error: 'a', other: 'b' });
      },
    );

    test('passes a request without validation to the next route, whose response has no serializer', async () => {
      const app = appWith();
      const only = { type: 'object', properties: { a: { type: 'string' } } } as const;
      app.get(
        '/a',
        (_req, _res, next) => next('route'),
        { schema: { query: { type: 'object', required: ['n'] }, response: { 200: only } } },
        (_req, res) => res.json({ a: 'never' }),
      );
      app.get('/a', (_req, res) => res.json({ b: 'kept' }));
      expect(await request(await start(app), 'GET', '/a')).toMatchObject({
        status: 200,
        body: { b: 'kept' },
      });
    });
  },
);

test.each([
  ['the fast lane', createServer()],
  ["Node's lane", createServer({ fastLane: false })],
  ['nextpress/express', createExpressApplication()],
])('a guard that rejects a request sends no 100 Continue, in %s', async (_name, app) => {
  app.register(validate());
  app.post('/', requireLogin, { schema: { body } }, (req, res) => res.json(req.body));
  const port = await startInFastLane(app);
  const head = ['POST / HTTP/1.1', 'Host: a', 'Content-Type: application/json', 'Content-Length: 12'];
  const waiting = [...head, 'Expect: 100-continue', 'Connection: close', '', ''].join('\r\n');
  const [first] = await exchange(port, waiting, { responses: 1 });
  expect(first?.status).toBe(401);
});
