/** @module Hot: `res.send`. */

import type { PatchedResponse } from './patched-response.ts';
import { setHeaders } from './response-headers.ts';
import { endResponse, setContentHeader, writeResponse } from './write-response.ts';

const EMPTY = Buffer.alloc(0);

/** `res.send`. */
export function send(this: PatchedResponse, body?: unknown): PatchedResponse {
  if (typeof body === 'string')
    writeResponse(this, body, Buffer.byteLength(body), 'text/html; charset=utf-8');
  else if (body === undefined) endResponse(this, undefined);
  else if (body === null) writeResponse(this, EMPTY, 0, undefined);
  else if (body instanceof Uint8Array) sendBytes(this, body);
  else if (isJson(body)) return this.json(body);
  // One byte per element, as in Express. Node throws a TypeError for functions, bigints and symbols.
  else sendBytes(this, Buffer.from(body as never));
  return this;
}

function isJson(body: unknown): boolean {
  const type = typeof body;
  return type === 'number' || type === 'boolean' || (type === 'object' && !ArrayBuffer.isView(body));
}

function sendBytes(res: PatchedResponse, bytes: Uint8Array): void {
  writeResponse(res, bytes, bytes.byteLength, 'application/octet-stream');
}

/**
 * Sends a text for helpers such as `res.json`. They call `res.send` in Express, which some middleware replaces, so a replaced
 * `send` is called here, too.
 *
 * @param text - `undefined` for an empty body
 * @param defaultType - `Content-Type`, unless it is set already
 */
export function sendText(
  res: PatchedResponse,
  text: string | undefined,
  defaultType: string,
): PatchedResponse {
  if (res.send === send && res.set === setHeaders && text !== undefined) {
    writeResponse(res, text, Buffer.byteLength(text), defaultType);
    return res;
  }
  if (!res.getHeader('Content-Type')) setContentHeader(res, 'Content-Type', defaultType);
  return res.send(text);
}
