/** @module Hot: `res.send`. */

import { PAYLOAD_HOOK, type PayloadHook } from '../../response-slots.ts';
import { SETTINGS } from '../../settings.ts';
import type { PatchedResponse } from '../patched-messages.ts';
import { passThroughHook } from './payload-hook.ts';
import { setHeaders } from './response-headers.ts';
import { sendInstance } from './send-instance.ts';
import {
  BYTES_TYPE,
  EMPTY,
  endResponse,
  isUntouched,
  TEXT_TYPE,
  writeContent,
  writeResponse,
} from './write-response.ts';

/** `res.send`. */
export function send(this: PatchedResponse, body?: unknown): PatchedResponse {
  if (typeof body === 'string') writeResponse(this, body, TEXT_TYPE);
  else if (body === undefined) sendNothing(this);
  else if (body === null) sendNull(this);
  else if (body instanceof Uint8Array) writeResponse(this, body, BYTES_TYPE);
  else if (isJson(body)) {
    if (!isInstance(body) || this[SETTINGS]?.dialect.isLenient || !sendInstance(this, body)) {
      return this.json(body);
    }
  }
  // One byte per element, as in Express. Node throws a TypeError for functions, bigints and symbols.
  else writeResponse(this, Buffer.from(body as never), BYTES_TYPE);
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
  if (hook === undefined) writeResponse(res, EMPTY);
  else sendHooked(res, hook, () => writeContent(res, EMPTY));
}

/** The hook may add a payload to a response without one. It gets the default type of `send`. */
function sendHooked(res: PatchedResponse, hook: PayloadHook, sendEmpty: () => void): void {
  passThroughHook(res, hook, null, (_res, payload) => {
    if (payload === null) sendEmpty();
    else writeContent(res, payload, typeof payload === 'string' ? TEXT_TYPE : BYTES_TYPE);
  });
}

function isJson(body: unknown): boolean {
  const type = typeof body;
  return type === 'number' || type === 'boolean' || (type === 'object' && !ArrayBuffer.isView(body));
}

/** Whether a value is neither a plain object nor an array. */
function isInstance(body: unknown): body is object {
  if (typeof body !== 'object' || Array.isArray(body)) return false;
  const prototype = Object.getPrototypeOf(body);
  return prototype !== Object.prototype && prototype !== null;
}

/**
 * Sends text for helpers such as `res.json`. If the application replaced a method that they call in Express, such as
 * `res.send`, it is called here as well.
 *
 * @param text - `undefined` for an empty body
 * @param type - `Content-Type`, unless it is set already
 */
export function sendText(res: PatchedResponse, text: string | undefined, type: string): PatchedResponse {
  if (text !== undefined && res.send === send && isUntouched(res)) {
    writeResponse(res, text, type);
    return res;
  }
  if (!res.get('Content-Type')) {
    if (res.set === setHeaders) res.setHeader('Content-Type', type);
    else res.set('Content-Type', withoutParameters(type));
  }
  return res.send(text);
}

function withoutParameters(type: string): string {
  return type.slice(0, type.indexOf(';'));
}
