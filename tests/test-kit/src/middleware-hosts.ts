/// <reference path="./untyped-polka.d.ts" />
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import express from 'express';
import polka from 'polka';

type Middleware = (req: IncomingMessage, res: ServerResponse, next: (error?: unknown) => void) => void;

/** Ends a response that the middleware passed on, or responds with the error that it passed to `next`. */
export type Finish = (req: IncomingMessage, res: ServerResponse, error?: unknown) => void;

/** Runs a middleware at `/`, or at the mount, and ends the response if it does not. */
export type MiddlewareHost = (middleware: Middleware, finish: Finish, mount?: string) => RequestListener;

/** The servers, by name, in which a middleware for `(req, res, next)` runs. */
export const middlewareHosts: Readonly<Record<string, MiddlewareHost>> = {
  'bare Node':
    (middleware, finish, mount = '') =>
    (req, res) => {
      const original = req.url ?? '';
      if (!original.startsWith(mount)) return finish(req, res);
      if (mount !== '')
        Object.assign(req, { originalUrl: original, url: `/${original.slice(mount.length + 1)}` });
      middleware(req, res, (error) => finish(req, res, error));
    },
  'Express 5': (middleware, finish, mount = '/') => {
    const app = express();
    app.use(mount, middleware);
    app.use((req, res) => finish(req, res));
    app.use(((error, req, res, _next) => finish(req, res, error)) satisfies express.ErrorRequestHandler);
    return app;
  },
  Polka: (middleware, finish, mount = '/') =>
    polka({
      onError: (error, req, res) => finish(req, res, error),
      onNoMatch: (req, res) => finish(req, res),
    }).use(mount, middleware).handler,
};
