import type { RequestListener, ServerResponse } from 'node:http';
import type { HttpError } from '@nextpress/semantics/http-error';
import { middlewareHosts } from '@nextpress-internal/test-kit/middleware-hosts';
import type { StaticMiddleware } from '../src/index.ts';

/** Responds to an error with its status and `code`, and with 404 and `next` if no file was found. */
export function respondToRest(res: ServerResponse, error?: unknown): void {
  const {
    status = error === undefined ? 404 : 500,
    code = 'next',
    headers,
  } = (error ?? {}) as Partial<HttpError>;
  res.writeHead(status, headers).end(code);
}

/** The servers that the middleware runs in, at `/` or under a mount. */
export const hosts: Record<string, (middleware: StaticMiddleware, mount?: string) => RequestListener> =
  Object.fromEntries(
    Object.entries(middlewareHosts).map(([name, host]) => [
      name,
      (middleware, mount) => host(middleware, (_req, res, error) => respondToRest(res, error), mount),
    ]),
  );
