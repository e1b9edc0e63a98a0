import type { RequestListener, ServerResponse } from 'node:http';
import type { HttpError } from '@nextpress/semantics/http-error';
import express from 'express';
import polka from 'polka';
import type { StaticMiddleware } from '../src/index.ts';

/** Answers an error with its status and `code`, and a request that found no file with 404 and `next`. */
export function answerRest(res: ServerResponse, error?: unknown): void {
  const {
    status = error === undefined ? 404 : 500,
    code = 'next',
    headers,
  } = (error ?? {}) as Partial<HttpError>;
  res.writeHead(status, headers).end(code);
}

/** The servers that the middleware runs in, at `/` or under a mount. */
export const hosts: Record<string, (middleware: StaticMiddleware, mount?: string) => RequestListener> = {
  'bare Node': (middleware, mount) => (req, res) => {
    if (mount !== undefined) {
      const original = req.url ?? '';
      if (!original.startsWith(mount)) return answerRest(res);
      Object.assign(req, { originalUrl: original, url: `/${original.slice(mount.length + 1)}` });
    }
    middleware(req, res, (error) => answerRest(res, error));
  },
  'Express 5': (middleware, mount = '/') => {
    const app = express();
    app.use(mount, middleware, (_req, res) => answerRest(res));
    app.use(((error, _req, res, _next) => answerRest(res, error)) satisfies express.ErrorRequestHandler);
    return app;
  },
  Polka: (middleware, mount = '/') =>
    polka({
      onError: (error, _req, res) => answerRest(res, error),
      onNoMatch: (_req, res) => answerRest(res),
    }).use(mount, middleware).handler,
};
