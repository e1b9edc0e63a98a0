/** @module The redirect to a directory, with the page that npm's serve-static sends. */

import type { ServerResponse } from 'node:http';
import { escapeHtml } from './escape-html.ts';

/** Redirects, unless the response has been sent. */
export function redirectTo(res: ServerResponse, location: string): void {
  if (res.headersSent || res.writableEnded) return;
  const page = `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Redirecting</title>
</head>
<body>
<pre>Redirecting to ${escapeHtml(location)}</pre>
</body>
</html>
`;
  res.statusCode = 301;
  res.setHeader('Content-Type', 'text/html; charset=UTF-8');
  res.setHeader('Content-Length', Buffer.byteLength(page));
  res.setHeader('Content-Security-Policy', "default-src 'none'");
  res.setHeader('X-Content-Type-Options', 'nosniff');
  res.setHeader('Location', location);
  res.end(page);
}
