import type { ServerResponse } from 'node:http';
import { escapeHtml, htmlPage } from '@nextpress/semantics/html';
import { canBegin } from './can-begin.ts';

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
