/**
 * @module Hot: ends a response of which nothing has been sent, and adds it to the batch in one piece. Everything else is
 * left to Node's `end`. Bench: `npm run bench:lane`.
 */

import { isUint8Array } from 'node:util/types';
import type { NodeResponse } from '@nextpress-internal/internals/node';
import { CORKED, END_CALLBACKS, REJECT_BODY_WRITES } from '@nextpress-internal/internals/node';
import { PLAIN_HEAD } from './response-head.ts';
import type { ResponseQueue } from './response-queue.ts';
import { QUEUE } from './response-slots.ts';

type EndCallback = (error?: Error | null) => void;

const NO_BYTES = new Uint8Array(0);
const LAST_CHUNK = '0\r\n\r\n';
const ASCII = /^[\t\r\n -~]*$/;

/**
 * Ends the response.
 *
 * @returns `false` if Node's `end` must run
 */
export function endResponse(
  res: NodeResponse,
  chunk: unknown,
  encoding: unknown,
  callback: unknown,
): boolean {
  if (typeof chunk === 'function') return endInLane(res, '', undefined, chunk as EndCallback);
  if (typeof encoding === 'function') return endInLane(res, chunk, undefined, encoding as EndCallback);
  return endInLane(
    res,
    chunk,
    encoding,
    typeof callback === 'function' ? (callback as EndCallback) : undefined,
  );
}

function endInLane(
  res: NodeResponse,
  chunk: unknown,
  encoding: unknown,
  callback: EndCallback | undefined,
): boolean {
  const queue = res[QUEUE] as ResponseQueue | undefined;
  if (queue === undefined || !isUntouched(res) || !queue.takes(res)) return false;
  // Node treats any falsy chunk as no content.
  const content = chunk || '';
  if (typeof content === 'string') {
    if (encoding !== undefined && encoding !== 'utf8' && encoding !== 'utf-8' && encoding !== null)
      return false;
  } else if (!isUint8Array(content)) return false;
  if (res._header === null) {
    res._contentLength = typeof content === 'string' ? Buffer.byteLength(content) : content.byteLength;
    // Calls `writeHead`, which middleware may have replaced.
    try {
      res._implicitHeader();
    } catch (error) {
      // Node has corked the socket at this point.
      res.socket?.cork();
      throw error;
    }
    if (res._header === null || !isUntouched(res) || !queue.takes(res)) return false;
  } else if (content === '' && res._header.length + LAST_CHUNK.length >= queue.socket.writableHighWaterMark) {
    // Node writes this without corking, so that the socket doesn't emit `drain`.
    return false;
  }
  return send(res, queue, content, callback);
}

/** Whether nothing of the response has been sent or queued. */
function isUntouched(res: NodeResponse): boolean {
  return (
    !res.finished &&
    !res.destroyed &&
    !res._headerSent &&
    !res.strictContentLength &&
    res.outputSize === 0 &&
    res[CORKED] === 0
  );
}

function send(
  res: NodeResponse,
  queue: ResponseQueue,
  content: string | Uint8Array,
  callback: EndCallback | undefined,
): boolean {
  const head = res._header as string;
  // Joined with the content, a latin1 head would be sent as UTF-8.
  if (head !== res[PLAIN_HEAD] && !ASCII.test(head)) return false;
  if (!res._hasBody) {
    if (content !== '' && res[REJECT_BODY_WRITES]) return false;
    leave(res, queue, callback, head, NO_BYTES, true);
  } else if (res.chunkedEncoding) {
    if (typeof content !== 'string' || res._trailer !== '') return false;
    const length = Buffer.byteLength(content);
    leave(res, queue, callback, head + chunked(content, length), NO_BYTES, length === content.length);
  } else if (typeof content === 'string') {
    leave(res, queue, callback, head + content, NO_BYTES, Buffer.byteLength(content) === content.length);
  } else leave(res, queue, callback, head, content, true);
  return true;
}

function leave(
  res: NodeResponse,
  queue: ResponseQueue,
  callback: EndCallback | undefined,
  text: string,
  bytes: Uint8Array,
  isAscii: boolean,
): void {
  if (callback !== undefined) callWhenFinished(res, callback);
  res._headerSent = true;
  res.finished = true;
  queue.ended(res, text, bytes, isAscii);
}

/** Node ≥ 24 calls it before the `finish` listeners, older versions as one of them. */
function callWhenFinished(res: NodeResponse, callback: EndCallback): void {
  if (END_CALLBACKS === undefined) res.once('finish', callback);
  else res[END_CALLBACKS] = [...((res[END_CALLBACKS] as EndCallback[] | null) ?? []), callback];
}

/** The content as one chunk, followed by the last chunk (RFC 9112 §7.1). */
function chunked(content: string, length: number): string {
  return content === '' ? LAST_CHUNK : `${length.toString(16)}\r\n${content}\r\n${LAST_CHUNK}`;
}
