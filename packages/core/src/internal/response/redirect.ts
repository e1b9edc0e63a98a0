import { STATUS_CODES } from 'node:http';
import { escapeHtml } from '@nextpress/semantics/html';
import { PAYLOAD_HOOK, type Payload } from '../../response-slots.ts';
import { SETTINGS } from '../../settings.ts';
import type { PatchedResponse } from '../patched-messages.ts';
import { checkNotPending, passThroughHook } from './payload-hook.ts';
import { setContentHeader } from './response-headers.ts';
import { checkStatus } from './status.ts';

/** `res.redirect`. */
export function redirect(
  this: PatchedResponse,
  ...args: [url: unknown] | [status: unknown, url: unknown]
): void {
  checkNotPending(this);
  const [status, url] = args.length === 2 ? args : [302, args[0]];
  // Express throws after it has set the headers, which the response to the error then has.
  if (!this[SETTINGS]?.dialect.isLenient) checkStatus(status);
  const location = String(this.location(url as string).get('Location'));
  const reason = STATUS_CODES[status as number];
  const note = `${reason}. Redirecting to `;
  let content = '';
  this.format({
    text: () => {
      content = note + location;
    },
    html: () => {
      const head = `<!DOCTYPE html><head><title>${reason}</title></head>`;
      content = `${head}<body><p>${note}${escapeHtml(location)}</p></body>`;
    },
    default: () => {},
  });
  this.status(status as number);
  const hook = this[PAYLOAD_HOOK];
  if (hook === undefined) endRedirect(this, content);
  else passThroughHook(this, hook, content, endRedirect);
}

function endRedirect(res: PatchedResponse, payload: Payload): void {
  const content = payload ?? '';
  setContentHeader(res, 'Content-Length', Buffer.byteLength(content));
  if (res.req.method === 'HEAD') res.end();
  else res.end(content);
}
