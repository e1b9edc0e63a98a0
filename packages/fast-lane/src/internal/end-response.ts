/**
 * @module Hot: ends a response whose head hasn't left, as Node's `end` would, but as one piece for the batch.
 * Bench: `npm run bench:lane`.
 */

import { isUint8Array } from 'node:util/types';
import { CORKED, type NodeResponse, REJECT_BODY_WRITES } from './node-internals.ts';
import { PLAIN_HEAD } from './response-head.ts';
import { QUEUE, type ResponseQueue } from './response-queue.ts';

const NO_BYTES = new Uint8Array(0);
// biome-ignore lint/suspicious/noControlCharactersInRegex: the lower half of a byte is what is asked for
const ASCII = /^[\x00-\x7f]*$/;

/**
 * Ends the response.
 *
 * @returns `false` when Node's `end` has to do it: because of the arguments, of what has been done to the response before, or
 * of its connection
 */
export function endResponse(
  res: NodeResponse,
  chunk: unknown,
  encoding: unknown,
  callback: unknown,
): boolean {
  const queue = res[QUEUE] as ResponseQueue | undefined;
  if (queue === undefined || callback !== undefined || !isUntouched(res) || !queue.takes(res)) return false;
  // Anything false is no content to Node.
  const content = chunk || '';
  if (typeof content === 'string') {
    if (encoding !== undefined && encoding !== 'utf8' && encoding !== 'utf-8' && encoding !== null)
      return false;
  } else if (!isUint8Array(content) || typeof encoding === 'function') return false;
  if (res._header === null) {
    res._contentLength = typeof content === 'string' ? Buffer.byteLength(content) : content.byteLength;
    // Through here pass the functions that middleware puts in the place of `writeHead`.
    res._implicitHeader();
    if (res._header === null || !isUntouched(res) || !queue.takes(res)) return false;
  }
  return send(res, queue, content);
}

/** Whether nothing of it has left, and nothing waits that would have to leave first. */
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

function send(res: NodeResponse, queue: ResponseQueue, content: string | Uint8Array): boolean {
  const head = res._header as string;
  // Joined to content, a head in latin1 would leave as UTF-8.
  if (head !== res[PLAIN_HEAD] && !ASCII.test(head)) return false;
  if (!res._hasBody) {
    if (content !== '' && res[REJECT_BODY_WRITES]) return false;
    leave(res, queue, head, NO_BYTES);
  } else if (res.chunkedEncoding) {
    if (typeof content !== 'string' || res._trailer !== '') return false;
    leave(res, queue, head + chunked(content), NO_BYTES);
  } else if (typeof content === 'string') leave(res, queue, head + content, NO_BYTES);
  else leave(res, queue, head, content);
  return true;
}

function leave(res: NodeResponse, queue: ResponseQueue, text: string, bytes: Uint8Array): void {
  res._headerSent = true;
  res.finished = true;
  queue.ended(res, text, bytes);
}

/** One chunk and the last one (RFC 9112 §7.1). */
function chunked(content: string): string {
  return content === ''
    ? '0\r\n\r\n'
    : `${Buffer.byteLength(content).toString(16)}\r\n${content}\r\n0\r\n\r\n`;
}
