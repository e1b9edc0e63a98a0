/** @module Hot: `res.send`. */

import { PAYLOAD_HOOK, type PayloadHook } from '../../response-slots.ts';
import type { PatchedResponse } from './patched-response.ts';
import { passThroughHook } from './payload-hook.ts';
import { setHeaders } from './response-headers.ts';
import { EMPTY, endResponse, setContentHeader, writeContent, writeResponse } from './write-response.ts';

const TEXT = 'text/html; charset=utf-8';
const BYTES = 'application/octet-stream';

/** `res.send`. */
export function send(this: PatchedResponse, body?: unknown): PatchedResponse {
  if (typeof body === 'string') writeResponse(this, body, Buffer.byteLength(body), TEXT);
  else if (body === undefined) sendNothing(this);
  else if (body === null) sendNull(this);
  else if (body instanceof Uint8Array) sendBytes(this, body);
  else if (isJson(body)) return this.json(body);
  // One byte per element, as in Express. Node throws a TypeError for functions, bigints and symbols.
  else sendBytes(this, Buffer.from(body as never));
  return this;
}

/** Unlike `null`, `undefined` does not set `Content-Length`. */
function sendNothing(res: PatchedResponse): void {
  const hook = res[PAYLOAD_HOOK];
  if (hook === undefined) endResponse(res, undefined);
  else sendHooked(res, hook, () => endResponse(res, undefined));
}

function sendNull(res: PatchedResponse): void {
  const hook = res[PAYLOAD_HOOK];
  if (hook === undefined) writeResponse(res, EMPTY, 0, undefined);
  else sendHooked(res, hook, () => writeContent(res, EMPTY, 0, undefined));
}

/** The hook may return a payload for a response without one, which gets the default type of `send`. */
function sendHooked(res: PatchedResponse, hook: PayloadHook, sendEmpty: () => void): void {
  passThroughHook(res, hook, null, (_res, payload) => {
    if (payload === null) sendEmpty();
    else writeContent(res, payload, Buffer.byteLength(payload), typeof payload === 'string' ? TEXT : BYTES);
  });
}

function isJson(body: unknown): boolean {
  const type = typeof body;
  return type === 'number' || type === 'boolean' || (type === 'object' && !ArrayBuffer.isView(body));
}

function sendBytes(res: PatchedResponse, bytes: Uint8Array): void {
  writeResponse(res, bytes, bytes.byteLength, BYTES);
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
