/** @module Hot: `res.send`. Bench: `pnpm --filter @nextpress/core bench`. */

import { byteLength } from '@nextpress/semantics/byte-length';
import type { HelpedResponse } from './helped-response.ts';
import { throwAlreadySent } from './response-error.ts';
import { writeAnswer } from './write-answer.ts';

/** What `null` sends: content, so that it has an `ETag`, but no text, so that no charset is added to a type. */
const NOTHING = new Uint8Array(0);

/** `res.send`. */
export function send(this: HelpedResponse, body?: unknown): HelpedResponse {
  if (this.headersSent) throwAlreadySent(this, 'send');
  if (typeof body === 'string') writeAnswer(this, body, byteLength(body), 'text/html; charset=utf-8');
  else if (body === undefined) writeAnswer(this, undefined, 0, undefined);
  else if (body === null) writeAnswer(this, NOTHING, 0, undefined);
  else if (ArrayBuffer.isView(body)) sendBytes(this, bytesOf(body));
  else if (body instanceof ArrayBuffer) sendBytes(this, new Uint8Array(body));
  else return this.json(body);
  return this;
}

function bytesOf(view: ArrayBufferView): Uint8Array {
  return view instanceof Uint8Array ? view : new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
}

function sendBytes(res: HelpedResponse, bytes: Uint8Array): void {
  writeAnswer(res, bytes, bytes.byteLength, 'application/octet-stream');
}

/**
 * Answers with a text as `send` does, for a helper that knows its type. In Express all of them go through `res.send`, and
 * there is middleware that puts another one in its place: that one gets the text, in a response that has the type.
 *
 * @param defaultType - for a response whose `Content-Type` isn't set
 */
export function sendText(res: HelpedResponse, text: string, defaultType: string): HelpedResponse {
  if (res.send === send) {
    writeAnswer(res, text, byteLength(text), defaultType);
    return res;
  }
  if (!res.hasHeader('Content-Type')) res.setHeader('Content-Type', defaultType);
  return res.send(text);
}
