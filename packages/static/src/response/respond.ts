/** @module Hot: responds to a request with an open file. */

import { OutgoingMessage, type ServerResponse } from 'node:http';
import { isGone, onExchangeEnd } from '@nextpress/semantics/exchange-end';
import { CLASS_METHODS } from '@nextpress-internal/internals/keys';
import { alreadySent, preconditionFailed, rangeNotSatisfiable } from '../disk/file-error.ts';
import { closeFile, type OpenFile } from '../disk/open-file.ts';
import { conditionalResponse } from './conditional-response.ts';
import { readCached, readPieces, streamPieces } from './file-body.ts';
import {
  type FileExchange,
  type FileResponse,
  type Piece,
  type ResponseCache,
  responsesFor,
} from './file-response.ts';
import { addVary, removeContentHeaders, removeFileHeaders } from './headers.ts';
import { sendResponse } from './send-response.ts';

/** Up to this many bytes are read before anything is sent, so that one write sends the head and the body. */
const MAX_BUFFERED = 64 * 1024;

interface CachedExchange extends FileExchange {
  readonly cache?: ResponseCache;
  /** A header of the request that has decided which file it is. */
  readonly vary?: string;
}

/**
 * Responds with a file and closes it. A small file that is in memory is sent before this returns.
 *
 * @returns whether the file was sent; `false` if the client was gone before
 * @throws {Error} 412, 416, or 500 if reading fails or other code has sent the head; errors after that of the file destroy the connection
 */
export async function respondWithFile(exchange: CachedExchange): Promise<boolean> {
  const { req, res, file, settings } = exchange;
  try {
    const response = decide(exchange);
    if (response === undefined) return false;
    const { start, length, multipart } = response;
    const pieces = multipart ?? [{ start, length }];
    let body: Buffer | undefined;
    if (req.method !== 'HEAD' && length > 0) {
      if (length > MAX_BUFFERED && file.bytes === undefined)
        return begin(res, response) && (await stream(res, file, pieces));
      body = multipart === undefined ? readCached(file, start, length) : undefined;
      body ??= await readPieces(file, pieces);
    }
    if (!begin(res, response)) return false;
    endWith(res, body);
    return true;
  } catch (error) {
    // Another response must not have the headers of the file.
    if (!settings.likeSend && !res.headersSent) removeFileHeaders(res);
    throw error;
  } finally {
    closeFile(file);
  }
}

/** @returns `undefined` if the client is gone */
function decide(exchange: CachedExchange): FileResponse | undefined {
  const { req, res, file, settings, cache, vary } = exchange;
  if (!canBegin(res)) return undefined;
  settings.setHeaders?.(res, file.path, file.stats);
  if (!canBegin(res)) return undefined;
  const responses = responsesFor(exchange, cache);
  if (settings.precompressed.length > 0) addVary(res, 'Accept-Encoding');
  let response = responses.whole;
  if (settings.likeSend) response = sendResponse(req, res, responses, settings);
  // Conditions and ranges are for what would be a 200 (RFC 9110 §13.2.1, §14.2), not for an error page.
  else if (res.statusCode === 200) response = conditionalResponse(exchange, responses);
  const { status, forced } = response;
  if (status === 412 || status === 416) {
    // As with send, error handlers find the headers of the file on the response.
    if (settings.likeSend) setHeaders(res, response);
    throw status === 412 ? preconditionFailed() : rangeNotSatisfiable(forced['Content-Range'] ?? '');
  }
  if (vary !== undefined) addVary(res, vary);
  return response;
}

async function stream(res: ServerResponse, file: OpenFile, pieces: readonly Piece[]): Promise<boolean> {
  try {
    const isSent = await streamPieces(file, pieces, res);
    if (isSent) res.end();
    else if (!isGone(res)) throw alreadySent();
    return isSent;
  } catch (error) {
    // The client must not take what it has got for the file.
    res.destroy();
    throw error;
  }
}

/**
 * Whether a response can still be sent; not if the client is gone.
 *
 * @throws {Error} as npm's send, if other code has sent the head: without it nobody would end the response
 */
export function canBegin(res: ServerResponse): boolean {
  if (res.headersSent) throw alreadySent();
  return !isGone(res);
}

/** @returns `false` if the response can never be sent, because the connection was closed first */
export function waitForTurn(res: ServerResponse): Promise<boolean> {
  return new Promise((resolve) => {
    res.once('socket', () => resolve(true));
    onExchangeEnd(res, () => resolve(false));
  });
}

/** Sets the headers of a response that can still be sent. */
function begin(res: ServerResponse, response: FileResponse): boolean {
  if (!canBegin(res)) return false;
  const { status, length } = response;
  if (status !== 200) res.statusCode = status;
  setHeaders(res, response);
  if (status === 304) removeContentHeaders(res);
  else res.setHeader('Content-Length', length);
  return true;
}

function setHeaders(res: ServerResponse, { headers, forced }: FileResponse): void {
  for (const name of Object.keys(headers)) {
    if (!res.hasHeader(name)) res.setHeader(name, headers[name] ?? '');
  }
  for (const name of Object.keys(forced)) res.setHeader(name, forced[name] ?? '');
}

interface Methods {
  readonly end: unknown;
  readonly write: unknown;
}

const { end, write } = OutgoingMessage.prototype;
const NODE_METHODS: Methods = { end, write };

/**
 * Ends a response with a body. Middleware that replaces `write` or `end` gets the calls that `pipe` makes, because it is written for
 * files that are piped.
 */
function endWith(
  res: ServerResponse & { readonly [CLASS_METHODS]?: Methods },
  body: Buffer | undefined,
): void {
  const methods = res[CLASS_METHODS] ?? NODE_METHODS;
  if (body === undefined) res.end();
  else if (res.end === methods.end && res.write === methods.write) res.end(body);
  else {
    res.write(body);
    res.end();
  }
}
