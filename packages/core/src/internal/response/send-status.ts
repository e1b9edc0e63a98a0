import { STATUS_CODES } from 'node:http';
import type { HelpedResponse } from './helped-response.ts';
import { sendText } from './send.ts';
import { hasNoFields } from './sent-fields.ts';

const TEXT_TYPE = 'text/plain; charset=utf-8';

/** `res.sendStatus`. */
export function sendStatus(this: HelpedResponse, code: number): HelpedResponse {
  this.status(code);
  if (!hasNoFields(this)) this.setHeader('Content-Type', TEXT_TYPE);
  return sendText(this, STATUS_CODES[code] ?? String(code), TEXT_TYPE);
}
