import { STATUS_CODES } from 'node:http';
import { byteLength } from '@nextpress/semantics/byte-length';
import { preferredMediaType } from '@nextpress/semantics/negotiation';
import { appendVary } from '@nextpress/semantics/vary';
import { escapeHtml } from './escape-html.ts';
import type { HelpedResponse } from './helped-response.ts';
import { locationOf } from './location.ts';
import { throwAlreadySent } from './response-error.ts';
import { checkedStatus } from './status.ts';
import { varyOf } from './vary.ts';
import { writeResponse } from './write-response.ts';

/** `res.redirect`. */
export function redirect(this: HelpedResponse, statusOrUrl: number | string | URL, url?: string | URL): void {
  if (this.headersSent) throwAlreadySent(this, 'redirect');
  const alone = url === undefined && typeof statusOrUrl !== 'number';
  const location = locationOf(alone ? statusOrUrl : url, 'res.redirect() takes (url) or (status, url)');
  const code = alone ? 302 : checkedStatus(statusOrUrl as number);
  const type = preferredMediaType(this.req.headers.accept, ['text/plain', 'text/html']);
  const text = type === undefined ? undefined : noteOf(type, STATUS_CODES[code] ?? String(code), location);

  const vary = appendVary(varyOf(this), 'Accept');
  this.statusCode = code;
  this.setHeader('Location', location);
  this.setHeader('Vary', vary);
  if (type === undefined) this.removeHeader('Content-Type');
  else this.setHeader('Content-Type', `${type}; charset=utf-8`);
  writeResponse(this, text, text === undefined ? 0 : byteLength(text), undefined);
}

/** What a client shows that doesn't follow. */
function noteOf(type: string, reason: string, location: string): string {
  if (type === 'text/plain') return `${reason}. Redirecting to ${location}`;
  const note = `${reason}. Redirecting to ${escapeHtml(location)}`;
  return `<!DOCTYPE html><head><title>${reason}</title></head><body><p>${note}</p></body>`;
}
