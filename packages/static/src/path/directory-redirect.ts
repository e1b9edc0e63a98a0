import type { IncomingMessage } from 'node:http';
import { parseRequestTarget } from '@nextpress/semantics/request-target';

/**
 * The path that the client sent, mounts included, with a slash at its end.
 *
 * @param pathname - the canonical path of `req.url`
 * @returns `undefined` if the path has the slash, if middleware has rewritten `req.url`, or if the result would name another host
 * (`//host/`)
 */
export function redirectLocation(req: IncomingMessage, pathname: string): string | undefined {
  const target = (req as { originalUrl?: string }).originalUrl ?? req.url ?? '/';
  const original = parseRequestTarget(target);
  if (original === undefined || !original.pathname.startsWith('/')) return undefined;
  if (original.pathname.endsWith('/') || original.pathname.startsWith('//')) return undefined;
  if (pathname !== '/' && !original.pathname.endsWith(pathname)) return undefined;
  return `${original.pathname}/${original.search}`;
}
