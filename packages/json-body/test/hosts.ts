import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { BodyError } from '@nextpress/body';
import express from 'express';
import polka from 'polka';
import type { BodyMiddleware } from '../src/index.ts';

/** Answers with what became of the body: `{ body }` or `{ status, code, type }`. */
export function report(req: IncomingMessage, res: ServerResponse, error?: unknown): void {
  const { status, code, type, headers } = (error ?? {}) as Partial<BodyError>;
  const told = error === undefined ? { body: (req as { body?: unknown }).body } : { status, code, type };
  res.writeHead(status ?? 200, { ...headers, 'Content-Type': 'application/json' });
  res.end(JSON.stringify(told));
}

/** The servers that the middleware runs in. */
export const hosts: Record<string, (middleware: BodyMiddleware) => RequestListener> = {
  'bare Node': (middleware) => (req, res) => middleware(req, res, (error) => report(req, res, error)),
  'Express 5': (middleware) => {
    const app = express();
    app.use(middleware, (req, res) => report(req, res));
    app.use(((error, req, res, _next) => report(req, res, error)) satisfies express.ErrorRequestHandler);
    return app;
  },
  Polka: (middleware) =>
    polka({ onError: (error, req, res) => report(req, res, error) }).use(middleware, (req, res) =>
      report(req, res),
    ).handler,
};
