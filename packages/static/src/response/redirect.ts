import type { IncomingMessage, ServerResponse } from 'node:http';
import { escapeHtml, htmlPage } from '@nextpress/semantics/html';
import { parseRequestTarget } from '@nextpress/semantics/request-target';
import { canBegin } from './respond.ts';

/**
 * Redirects with the page of npm's serve-static.
 *
 * @throws {Error} if the head was sent
 */
export function sendRedirect(res: ServerResponse, location: string): void {
  if (!canBegin(res)) return;
  const page = htmlPage('Redirecting', `Redirecting to ${escapeHtml(location)}`);
  res.statusCode = 301;
  res.setHeader('Content-Type', 'text/html; charset=UTF-8');
  res.setHeader('Content-Length', Buffer.byteLength(page));
  res.setHeader('Content-Security-Policy', "default-src 'none'");
  res.setHeader('X-Content-Type-Options', 'nosniff');
  res.setHeader('Location', location);
  res.end(page);
}

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
