import { STATUS_CODES } from 'node:http';
import type { PatchedResponse } from './patched-response.ts';
import { checkNotPending } from './payload-hook.ts';
import { sendText } from './send.ts';
import { hasNoHeaders } from './sent-headers.ts';
import { setContentHeader } from './write-response.ts';

const TEXT_TYPE = 'text/plain; charset=utf-8';

/** `res.sendStatus`. */
export function sendStatus(this: PatchedResponse, code: number): PatchedResponse {
  checkNotPending(this);
  this.status(code);
  if (!hasNoHeaders(this)) setContentHeader(this, 'Content-Type', TEXT_TYPE);
  return sendText(this, STATUS_CODES[code] ?? String(code), TEXT_TYPE);
}
