/** @module Reloads pages in browsers. */

import type { IncomingMessage, ServerResponse } from 'node:http';

/** The paths that the development server handles itself. */
const SCRIPT_PATH = '/.nextpress/reload.js';
const EVENTS_PATH = '/.nextpress/reload';

/** Added to pages as a file, because many pages forbid inline scripts. */
export const RELOAD_TAG: string = `\n<script src="${SCRIPT_PATH}" async></script>\n`;

const SCRIPT = `// Reloads this page when the code of the application, a view or a public file changes.
const events = new EventSource('${EVENTS_PATH}');
events.addEventListener('reload', () => location.reload());
addEventListener('pagehide', () => events.close());
`;

/** Headers of scripts that request page fragments. */
const SCRIPT_HEADERS = ['hx-request', 'turbo-frame', 'x-pjax', 'x-requested-with', 'x-up-version'];

/**
 * Whether a browser requests a page to display. Scripts and tools such as curl get the application's response unchanged. Browsers
 * only say so to HTTPS pages and the local machine.
 */
export function asksForPage({ method, headers }: IncomingMessage): boolean {
  const { accept = '', 'sec-fetch-dest': destination } = headers;
  if (method === 'HEAD' || SCRIPT_HEADERS.some((name) => headers[name] !== undefined)) return false;
  return destination === undefined ? accept.includes('text/html') : destination === 'document';
}

/** Beyond this limit the oldest connection is closed, and reconnects. */
const MAX_PAGES = 100;

export class LiveReload {
  readonly #pages = new Set<ServerResponse>();

  /** Handles requests from pages. Returns whether it was one. */
  handle(req: IncomingMessage, res: ServerResponse): boolean {
    if (req.method !== 'GET') return false;
    if (req.url === SCRIPT_PATH) {
      res.writeHead(200, { 'Content-Type': 'text/javascript', 'Cache-Control': 'no-store' }).end(SCRIPT);
      return true;
    }
    if (req.url !== EVENTS_PATH) return false;
    res.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
    res.write('retry: 500\n\n');
    this.#pages.add(res);
    res.on('close', () => this.#pages.delete(res));
    const [oldest] = this.#pages;
    if (oldest !== undefined && this.#pages.size > MAX_PAGES) this.#end(oldest, '');
    return true;
  }

  reload(): void {
    for (const page of this.#pages) this.#end(page, 'event: reload\ndata:\n\n');
  }

  /** A response queued behind earlier ones on its connection closes later, and must not be ended twice. */
  #end(page: ServerResponse, text: string): void {
    this.#pages.delete(page);
    page.end(text);
  }
}
