import { STATUS_CODES } from 'node:http';
import type { HelpedResponse } from './helped-response.ts';
import { throwAlreadySent } from './response-error.ts';
import { sendText } from './send.ts';
import { checkedStatus } from './status.ts';

/** `res.sendStatus`. */
export function sendStatus(this: HelpedResponse, code: number): HelpedResponse {
  if (this.headersSent) throwAlreadySent(this, 'sendStatus');
  this.statusCode = checkedStatus(code);
  this.removeHeader('Content-Type');
  return sendText(this, STATUS_CODES[code] ?? String(code), 'text/plain; charset=utf-8');
}
