// Instead of the package's own types: those give every request of Node a `body`, at odds with Express and Nextpress.
import type { Middleware } from 'koa';

declare module 'koa' {
  interface Request {
    body?: unknown;
  }
}

export function bodyParser(options?: { jsonLimit?: string }): Middleware;
