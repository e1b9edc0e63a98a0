import type { NextFunction, Request, Response } from 'express';
import { ask, get } from './ask.ts';
import { type Cases, compare, type Express } from './compare.ts';

/** Sends what a layer after the guard sees. */
const leak = (req: Request, res: Response): void => {
  res.json([req.url, req.query]);
};

const guard = (_req: Request, res: Response): void => {
  res.status(403).end('guarded');
};

const guarded = (express: Express) => express().use('/admin', guard).use(leak);

const rewritten = (url: string) => ({
  app: (express: Express) =>
    express()
      .use((req: Request, _res: Response, next: NextFunction) => {
        req.url = url;
        next();
      })
      .use('/admin', guard)
      .use(leak),
  asks: [get('/')],
});

const cases: Cases = {
  'app.use': {
    'guards a target with a fragment': {
      app: guarded,
      asks: ['/admin#', '/admin#x', '/admin#/..', '/admin#/x?y', '/x?a=1#b', '/x#b?a=1'].map((target) =>
        get(target),
      ),
    },
    'guards a target that was assigned with user information': rewritten('http://u:p@h/admin/x'),
    'guards a target that was assigned with another scheme': rewritten('ftp://h/admin'),
    'guards a target with user information': {
      app: guarded,
      asks: [get('http://u@h/admin'), get('http://u@h/admin?a=1')],
    },
    'goes on when middleware has removed the method': {
      app: (express) =>
        express()
          .use((req: Request, _res: Response, next: NextFunction) => {
            (req as { method?: string | undefined }).method = undefined;
            next();
          })
          .use((_req: Request, res: Response) => {
            res.end('end');
          }),
      asks: [get('/'), ask('POST', '/')],
    },
    'receives the rejection of a function with a then': {
      app: (express) =>
        express()
          .get('/', () =>
            Object.defineProperty(() => {}, 'then', {
              value: (_: unknown, fail: (error: Error) => void) => fail(new Error('no')),
            }),
          )
          .use((error: Error, _req: Request, res: Response, _next: NextFunction) => {
            res.end(`caught ${error.message}`);
          }),
      asks: [get('/')],
    },
  },
};

compare(cases);
