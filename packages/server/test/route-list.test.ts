import { expect, test } from 'vitest';
import { createServer, type RequestHandler, type RouteList, Router } from '../src/index.ts';

const ROUTES = Symbol.for('nextpress.routes');
const ok: RequestHandler = (_req, res) => res.json('ok');

function routesOf(app: object): RouteList {
  return (app as Record<symbol, () => RouteList>)[ROUTES as never]?.call(app) as RouteList;
}

test('the list of routes has each registration with its full path and options, in order', () => {
  const users = Router();
  const documented = { openapi: { summary: 'A user' } };
  users.route('/:id').get(documented, ok).put(ok);
  const app = createServer();
  app.get('/', ok);
  app.use('/api', Router().use('/users', users));
  app.all(['/any', /^\/v\d$/], ok);
  app.use('/mounted', createServer().get('/not-listed', ok));
  expect(routesOf(app)).toEqual([
    { methods: ['GET'], path: '/', options: {}, registeredAt: undefined },
    { methods: ['GET'], path: '/api/users/:id', options: documented, registeredAt: undefined },
    { methods: ['PUT'], path: '/api/users/:id', options: {}, registeredAt: undefined },
    { methods: ['*'], path: ['/any', /^\/v\d$/], options: {}, registeredAt: undefined },
  ]);
  expect(routesOf(users).map(({ path }) => path)).toEqual(['/:id', '/:id']);
});

test('routers that are mounted in each other are listed once', () => {
  const one = Router().get('/one', ok);
  const other = Router().get('/other', ok).use('/one', one);
  one.use('/other', other);
  expect(routesOf(one).map(({ path }) => path)).toEqual(['/one', '/other/other']);
});
