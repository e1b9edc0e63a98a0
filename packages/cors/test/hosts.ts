import type { RequestListener } from 'node:http';
import type { CorsMiddleware } from '@nextpress/cors';
import express from 'express';
import polka from 'polka';

/** The servers that the middleware runs in; each answers `hello`, or an error's message with status 500. */
export const hosts: Record<string, (middleware: CorsMiddleware) => RequestListener> = {
  'bare Node': (middleware) => (req, res) =>
    middleware(req, res, (error) => {
      if (error === undefined) res.end('hello');
      else res.writeHead(500).end((error as Error).message);
    }),
  'Express 5': (middleware) => {
    const app = express();
    app.use(middleware);
    app.all('/', (_req, res) => {
      res.send('hello');
    });
    app.use(((error, _req, res, _next) => {
      res.status(500).send((error as Error).message);
    }) satisfies express.ErrorRequestHandler);
    return app;
  },
  Polka: (middleware) =>
    polka({ onError: (error, _req, res) => res.writeHead(500).end((error as Error).message) }).use(
      middleware,
      (_req, res) => {
        res.end('hello');
      },
    ).handler,
};
