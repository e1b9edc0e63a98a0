import { type ServerResponse, STATUS_CODES } from 'node:http';
import { byteLength } from '@nextpress/semantics/byte-length';
import { throwAlreadySent } from './response-error.ts';
import { checkedStatus } from './status.ts';
import { writeResponse } from './write-response.ts';

const PLAIN_TEXT = 'text/plain; charset=utf-8';

/** `res.sendStatus`. */
export function sendStatus<T extends ServerResponse>(this: T, code: number): T {
  if (this.headersSent) throwAlreadySent('sendStatus');
  this.statusCode = checkedStatus(code);
  const text = STATUS_CODES[code] ?? String(code);
  this.removeHeader('Content-Type');
  writeResponse(this, text, byteLength(text), PLAIN_TEXT);
  return this;
}
