import type { Router as ExpressRouter, RequestHandler } from 'express';
import express from 'express';
import listEndpoints from 'express-list-endpoints';
import listRoutes from 'express-list-routes';
import { Router } from 'nextpress/express';
import { expect } from 'vitest';
import { packages } from '../works.ts';

const works = packages(
  'express-list-endpoints express-list-routes',
  'in applications of Express 5, `express-list-endpoints` only reads routers: give it `app.router`. In those of `createServer()`, give `express-list-routes` `{ router: app.router }`',
);

const load: RequestHandler = function load(_req, _res, next) {
  next();
};
const show: RequestHandler = (req, res) => void res.json(req.params);

works('list the routes of an application and of its routers', async ({ app, serve }) => {
  const isExpress = app.use === express.application.use;
  const users = isExpress ? express.Router() : (Router() as unknown as ExpressRouter);
  users.get('/:id', load, show).delete('/:id', show);
  app.use('/users', users);
  app.route('/posts').get(show).post(load, show);
  app.get(['/a', '/b'], show);
  const routes = listRoutes(('routes' in app && app.routes ? { router: app.router } : app) as never, {
    logger: false,
  });
  expect(routes.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'GET /~/:id',
    'DELETE /~/:id',
    'GET /posts',
    'POST /posts',
    'GET /a,/b',
  ]);
  expect(listEndpoints(app.router)).toEqual([
    { path: '/:id', methods: ['GET', 'DELETE'], middlewares: ['load', 'show'] },
    { path: '/posts', methods: ['GET', 'POST'], middlewares: ['show', 'load', 'show'] },
    { path: '/a', methods: ['GET'], middlewares: ['show'] },
    { path: '/b', methods: ['GET'], middlewares: ['show'] },
  ]);
  const { visitor } = await serve();
  expect((await visitor.get('/users/7')).json()).toEqual({ id: '7' });
});
