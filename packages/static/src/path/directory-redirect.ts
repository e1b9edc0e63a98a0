import type { IncomingMessage } from 'node:http';
import { parseRequestTarget } from '@nextpress/semantics/request-target';

/**
 * The path that the client sent, mounts included, with a slash at its end.
 *
 * @param pathname - the canonical path of `req.url`, which the original path must end with; `undefined` for any original path, as in
 * Express
 * @returns `undefined` if the path has the slash, if middleware has rewritten it to another one, or if the result would name another
 * host (`//host/`)
 */
export function redirectLocation(req: IncomingMessage, pathname: string | undefined): string | undefined {
  const target = (req as { originalUrl?: string }).originalUrl ?? req.url ?? '/';
  const original = parseRequestTarget(target);
  if (original === undefined || !original.pathname.startsWith('/')) return undefined;
  if (original.pathname.endsWith('/') || original.pathname.startsWith('//')) return undefined;
  if (pathname !== undefined && pathname !== '/' && !original.pathname.endsWith(pathname)) return undefined;
  return `${original.pathname}/${original.search}`;
}
