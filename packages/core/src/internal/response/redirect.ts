import { STATUS_CODES } from 'node:http';
import { escapeHtml } from '@nextpress/semantics/html';
import type { HelpedResponse } from './helped-response.ts';

/** What `res.redirect` reads of a request. */
interface RedirectedRequest {
  accepts(...types: string[]): string | false;
}

/** `res.redirect`. */
export function redirect(
  this: HelpedResponse,
  ...given: [url: unknown] | [status: unknown, url: unknown]
): void {
  const [status, url] = given.length === 2 ? given : [302, given[0]];
  const location = String(this.location(url as string).getHeader('Location'));
  const type = (this.req as unknown as RedirectedRequest).accepts('text', 'html');
  this.vary('Accept');
  if (type !== false) this.setHeader('Content-Type', type === 'html' ? HTML_TYPE : TEXT_TYPE);
  const content = type === false ? '' : contentOf(type, STATUS_CODES[status as number], location);
  this.status(status as number);
  this.setHeader('Content-Length', String(Buffer.byteLength(content)));
  if (this.req.method === 'HEAD') this.end();
  else this.end(content);
}

const HTML_TYPE = 'text/html; charset=utf-8';
const TEXT_TYPE = 'text/plain; charset=utf-8';

/** What a client shows that doesn't follow. */
function contentOf(type: string, reason: string | undefined, location: string): string {
  const note = `${reason}. Redirecting to `;
  if (type !== 'html') return note + location;
  const head = `<!DOCTYPE html><head><title>${reason}</title></head>`;
  return `${head}<body><p>${note}${escapeHtml(location)}</p></body>`;
}
