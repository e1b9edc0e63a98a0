import { STATUS_CODES } from 'node:http';
import type { PatchedResponse } from './patched-response.ts';
import { checkNotPending } from './payload-hook.ts';
import { sendText } from './send.ts';
import { hasNoHeaders } from './sent-headers.ts';
import { isUntouched } from './write-response.ts';

const TEXT_TYPE = 'text/plain; charset=utf-8';

/** `res.sendStatus`. */
export function sendStatus(this: PatchedResponse, code: number): PatchedResponse {
  checkNotPending(this);
  this.status(code);
  const text = STATUS_CODES[code] ?? String(code);
  if (hasNoHeaders(this) && isUntouched(this)) return sendText(this, text, TEXT_TYPE);
  this.type('txt');
  return this.send(text);
}
