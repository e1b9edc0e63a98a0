import { type ServerResponse, STATUS_CODES } from 'node:http';
import { byteLength } from '@nextpress/semantics/byte-length';
import { preferredMediaType } from '@nextpress/semantics/negotiation';
import { appendVary } from '@nextpress/semantics/vary';
import { encodeLocation } from './encode-location.ts';
import { escapeHtml } from './escape-html.ts';
import { throwAlreadySent } from './response-error.ts';
import { shown } from './shown.ts';
import { checkedStatus } from './status.ts';
import { writeResponse } from './write-response.ts';

/** `res.redirect`. */
export function redirect(this: ServerResponse, statusOrUrl: number | string, url?: string): void {
  if (this.headersSent) throwAlreadySent('redirect');
  const alone = url === undefined && typeof statusOrUrl !== 'number';
  const target = alone ? statusOrUrl : url;
  if (typeof target !== 'string') {
    throw new TypeError(`res.redirect() takes (url) or (status, url); got ${shown(target)} for the url.`);
  }
  const code = alone ? 302 : checkedStatus(statusOrUrl as number);
  const location = encodeLocation(target);
  const type = preferredMediaType(this.req.headers.accept, ['text/plain', 'text/html']);
  const text = type === undefined ? undefined : noteOf(type, STATUS_CODES[code] ?? String(code), location);

  const vary = this.getHeader('Vary');
  this.statusCode = code;
  this.setHeader('Location', location);
  this.setHeader('Vary', appendVary(vary === undefined ? vary : String(vary), 'Accept'));
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
