import { STATUS_CODES } from 'node:http';
import { escapeHtml } from '@nextpress/semantics/html';
import { PAYLOAD_HOOK, type Payload } from '../../response-slots.ts';
import type { PatchedResponse } from './patched-response.ts';
import { checkNotPending, passThroughHook } from './payload-hook.ts';

interface RedirectedRequest {
  accepts(...types: string[]): string | false;
}

/** `res.redirect`. */
export function redirect(
  this: PatchedResponse,
  ...args: [url: unknown] | [status: unknown, url: unknown]
): void {
  checkNotPending(this);
  const [status, url] = args.length === 2 ? args : [302, args[0]];
  const location = String(this.location(url as string).getHeader('Location'));
  const type = (this.req as unknown as RedirectedRequest).accepts('text', 'html');
  this.vary('Accept');
  if (type !== false) this.setHeader('Content-Type', type === 'html' ? HTML_TYPE : TEXT_TYPE);
  const content = type === false ? '' : contentOf(type, STATUS_CODES[status as number], location);
  this.status(status as number);
  const hook = this[PAYLOAD_HOOK];
  if (hook === undefined) endRedirect(this, content);
  else passThroughHook(this, hook, content, endRedirect);
}

function endRedirect(res: PatchedResponse, payload: Payload): void {
  const content = payload ?? '';
  res.setHeader('Content-Length', String(Buffer.byteLength(content)));
  if (res.req.method === 'HEAD') res.end();
  else res.end(content);
}

const HTML_TYPE = 'text/html; charset=utf-8';
const TEXT_TYPE = 'text/plain; charset=utf-8';

/** The body for clients that do not follow the redirect. */
function contentOf(type: string, reason: string | undefined, location: string): string {
  const note = `${reason}. Redirecting to `;
  if (type !== 'html') return note + location;
  const head = `<!DOCTYPE html><head><title>${reason}</title></head>`;
  return `${head}<body><p>${note}${escapeHtml(location)}</p></body>`;
}
