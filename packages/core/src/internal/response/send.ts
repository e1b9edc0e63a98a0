/** @module Hot: `res.send`. Bench: `pnpm --filter @nextpress/core bench`. */

import type { HelpedResponse } from './helped-response.ts';
import { finish, writeAnswer } from './write-answer.ts';

const NOTHING = Buffer.alloc(0);

/** `res.send`. */
export function send(this: HelpedResponse, body?: unknown): HelpedResponse {
  if (typeof body === 'string') writeAnswer(this, body, Buffer.byteLength(body), 'text/html; charset=utf-8');
  else if (body === undefined) finish(this, undefined);
  else if (body === null) writeAnswer(this, NOTHING, 0, undefined);
  else if (body instanceof Uint8Array) sendBytes(this, body);
  else if (isJson(body)) return this.json(body);
  // One byte per element, as in Express. Functions, bigints and symbols are a TypeError of Node's.
  else sendBytes(this, Buffer.from(body as never));
  return this;
}

function isJson(body: unknown): boolean {
  const type = typeof body;
  return type === 'number' || type === 'boolean' || (type === 'object' && !ArrayBuffer.isView(body));
}

function sendBytes(res: HelpedResponse, bytes: Uint8Array): void {
  writeAnswer(res, bytes, bytes.byteLength, 'application/octet-stream');
}

/**
 * Sends a text as `send` does, for a helper that knows its type. In Express all of them go through `res.send`, and some
 * middleware replaces it: the replacement gets the text, on a response that has the type.
 *
 * @param text - `undefined` sends no content
 * @param defaultType - for a response whose `Content-Type` isn't set
 */
export function sendText(res: HelpedResponse, text: string | undefined, defaultType: string): HelpedResponse {
  if (res.send === send && text !== undefined) {
    writeAnswer(res, text, Buffer.byteLength(text), defaultType);
    return res;
  }
  if (!res.getHeader('Content-Type')) res.setHeader('Content-Type', defaultType);
  return res.send(text);
}
