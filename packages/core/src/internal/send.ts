/** @module Hot: `res.send`. Bench: `pnpm --filter @nextpress/core bench`. */

import type { ServerResponse } from 'node:http';
import { byteLength } from '@nextpress/semantics/byte-length';
import { json } from './json.ts';
import { throwAlreadySent } from './response-error.ts';
import { writeResponse } from './write-response.ts';

/** `res.send`. */
export function send<T extends ServerResponse>(this: T, body?: unknown): T {
  if (this.headersSent) throwAlreadySent('send');
  if (typeof body === 'string') writeResponse(this, body, byteLength(body), 'text/html; charset=utf-8');
  else if (body === undefined || body === null) writeResponse(this, undefined, 0, undefined);
  else if (ArrayBuffer.isView(body)) writeBytes(this, body);
  else json.call(this, body);
  return this;
}

function writeBytes(res: ServerResponse, view: ArrayBufferView): void {
  const { buffer, byteOffset, byteLength: length } = view;
  const bytes = view instanceof Uint8Array ? view : new Uint8Array(buffer, byteOffset, length);
  writeResponse(res, bytes, length, 'application/octet-stream');
}
