/** @module Where a directory that was asked for without a slash at its end is. */

import type { IncomingMessage } from 'node:http';
import { parseRequestTarget } from '@nextpress/semantics/request-target';

/**
 * The path that the client asked for, with a slash at its end: the canonical path of `req.originalUrl`, so that mounts are
 * part of it.
 *
 * @param pathname - canonical path of `req.url`
 * @returns `undefined` when the path ends with a slash already, when it isn't the mount and then `pathname`, and when it would
 * lead to another host (`//host/`)
 */
export function redirectLocation(req: IncomingMessage, pathname: string): string | undefined {
  const target = (req as { originalUrl?: string }).originalUrl ?? req.url ?? '/';
  const original = parseRequestTarget(target);
  if (original === undefined || !original.pathname.startsWith('/')) return undefined;
  if (original.pathname.endsWith('/') || original.pathname.startsWith('//')) return undefined;
  if (pathname !== '/' && !original.pathname.endsWith(pathname)) return undefined;
  return `${original.pathname}/${original.search}`;
}
