import timeout from 'connect-timeout';
import type { ErrorRequestHandler } from 'express';
import { expect } from 'vitest';
import { packages } from '../works.ts';

const works = packages('connect-timeout');

works('passes a 503 to the error handlers when a response takes too long', async ({ app, serve }) => {
  app.use(timeout('30ms'));
  app.get('/quick', (_req, res) => void res.send('quick'));
  app.get('/slow', (req) => {
    req.on('timeout', () => expect(req.timedout).toBe(true));
  });
  app.get('/excused', (req, res) => {
    req.clearTimeout();
    setTimeout(() => res.send('excused'), 60);
  });
  app.use(((error, _req, res, _next) => {
    res.status(error.status).json([error.code, error.timeout]);
  }) satisfies ErrorRequestHandler);
  const { visitor } = await serve();
  expect((await visitor.get('/quick')).text).toBe('quick');
  const slow = await visitor.get('/slow');
  expect([slow.status, slow.json()]).toEqual([503, ['ETIMEDOUT', 30]]);
  expect((await visitor.get('/excused')).text).toBe('excused');
});

works(
  'interrupts a handler that hangs in a router, also after a handler that called next()',
  async ({ app, another, serve }) => {
    const mounted = another();
    mounted.use('/deep', (_req, _res, next) => next());
    mounted.get('/deep/slow', () => {});
    mounted.use(((_error, _req, res, _next) => void res.send('not here')) satisfies ErrorRequestHandler);
    app.use(timeout('30ms'));
    app.use('/mounted', mounted);
    app.all('/twice', (_req, _res, next) => next());
    app.get('/twice', () => {});
    const tell: ErrorRequestHandler = ({ status, code }, { baseUrl, url }, res, _next) => {
      res.status(status).json([code, baseUrl, url]);
    };
    app.use('/mounted', tell);
    app.use(tell);
    const { visitor } = await serve();
    const slow = await visitor.get('/mounted/deep/slow?a=1');
    expect([slow.status, slow.json()]).toEqual([503, ['ETIMEDOUT', '/mounted', '/deep/slow?a=1']]);
    expect((await visitor.get('/twice')).json()).toEqual(['ETIMEDOUT', '', '/twice']);
  },
);
