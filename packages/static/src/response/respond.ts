/** @module Hot: responds to a request with an open file. */

import type { ServerResponse } from 'node:http';
import { isGone } from '@nextpress/semantics/exchange-end';
import { alreadySent, preconditionFailed, rangeNotSatisfiable } from '../disk/file-error.ts';
import { closeFile, type OpenFile } from '../disk/open-file.ts';
import { conditionalResponse } from './conditional-response.ts';
import { readCached, readPieces, streamPieces } from './file-body.ts';
import { type FileExchange, type FileResponse, type Piece, responsesFor } from './file-response.ts';
import { addVary, canBegin, endWith, removeContentHeaders, removeFileHeaders } from './response.ts';
import { responseLikeSend } from './response-like-send.ts';

/** Up to this many bytes are read before anything is sent, so that one write sends the head and the body. */
const MAX_BUFFERED = 64 * 1024;

/**
 * Responds with a file and closes it. A small file in memory is sent before this returns.
 *
 * @returns whether the file was sent; `false` if the client disconnected first
 * @throws {Error} 412, 416, or 500 if reading fails or other code has sent the head; once our head is sent, errors
 *   destroy the connection
 */
export async function respondWithFile(exchange: FileExchange): Promise<boolean> {
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
    // Another response must not carry the file's headers.
    if (!settings.likeSend && !res.headersSent) removeFileHeaders(res);
    throw error;
  } finally {
    closeFile(file);
  }
}

/** @returns `undefined` if the client disconnected */
function decide(exchange: FileExchange): FileResponse | undefined {
  const { req, res, file, settings, vary } = exchange;
  if (!canBegin(res)) return undefined;
  settings.setHeaders?.(res, file.path, file.stats);
  if (!canBegin(res)) return undefined;
  const responses = responsesFor(exchange);
  if (settings.precompressed.length > 0) addVary(res, 'Accept-Encoding');
  let response = responses.whole;
  if (settings.likeSend) response = responseLikeSend(req, res, responses, settings);
  // Conditions and ranges only apply to what would be a 200 (RFC 9110 §13.2.1, §14.2), not to error pages.
  else if (res.statusCode === 200) response = conditionalResponse(exchange, responses);
  const { status, forced } = response;
  if (status === 412 || status === 416) {
    // As with send, error handlers find the file's headers on the response.
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
    // The client must not mistake a partial response for the file.
    res.destroy();
    throw error;
  }
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
