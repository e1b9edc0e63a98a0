/** @module Hot: responds to a request with an open file. */

import { OutgoingMessage, type ServerResponse } from 'node:http';
import { BodyWriter } from '@nextpress/semantics/body-writer';
import { isGone } from '@nextpress/semantics/exchange-end';
import { CLASS_METHODS } from '@nextpress-internal/internals/keys';
import { alreadySent, preconditionFailed, rangeNotSatisfiable } from '../disk/file-error.ts';
import { closeFile, type OpenFile } from '../disk/open-file.ts';
import { canBegin } from './can-begin.ts';
import { readMultipart, readPart, streamMultipart, streamPart } from './file-body.ts';
import { decideResponse } from './file-response.ts';
import { addVary, removeContentHeaders, removeFileHeaders } from './headers.ts';
import type { FileExchange, FileResponse } from './response.ts';
import type { ResponseCache } from './response-cache.ts';

/** Up to this many bytes are read before anything is sent, so that one write sends the head and the body. */
const MAX_BUFFERED = 64 * 1024;

interface CachedExchange extends FileExchange {
  readonly cache?: ResponseCache;
  /** A header of the request that has decided which file it is. */
  readonly vary?: string;
}

/**
 * Responds with a file and closes it.
 *
 * @returns whether the file was sent; `false` if the client was gone before
 * @throws {Error} 412, 416, or 500 if reading fails or other code has sent the head; errors after that of the file destroy the connection
 */
export function respondWithFile(exchange: CachedExchange): boolean | Promise<boolean> {
  let isSent: boolean | Promise<boolean>;
  try {
    isSent = decideAndSend(exchange);
  } catch (error) {
    closeFile(exchange.file);
    cleanUp(exchange);
    throw error;
  }
  if (isSent instanceof Promise) return closeAfter(isSent, exchange);
  closeFile(exchange.file);
  return isSent;
}

function decideAndSend(exchange: CachedExchange): boolean | Promise<boolean> {
  const { res, file, settings, cache, vary } = exchange;
  if (!canBegin(res)) return false;
  settings.setHeaders?.(res, file.path, file.stats);
  if (!canBegin(res)) return false;
  const response = decideResponse(exchange, cache);
  refuse(exchange, response);
  if (vary !== undefined) addVary(res, vary);
  return send(exchange, response);
}

async function closeAfter(isSent: Promise<boolean>, exchange: FileExchange): Promise<boolean> {
  try {
    return await isSent;
  } catch (error) {
    cleanUp(exchange);
    throw error;
  } finally {
    closeFile(exchange.file);
  }
}

/** After an error another response must not have the headers of the file. */
function cleanUp({ res, settings }: FileExchange): void {
  if (!settings.likeSend && !res.headersSent) removeFileHeaders(res);
}

/** As with send, error handlers find the headers of the file on the response. */
function refuse({ res, settings }: FileExchange, response: FileResponse): void {
  const { status, forced } = response;
  if (status !== 412 && status !== 416) return;
  if (settings.likeSend) setHeaders(res, response);
  throw status === 412 ? preconditionFailed() : rangeNotSatisfiable(forced['Content-Range'] ?? '');
}

function send({ req, res, file }: FileExchange, response: FileResponse): boolean | Promise<boolean> {
  const { length, start, multipart } = response;
  if (req.method === 'HEAD' || length === 0) return sendBuffered(res, response, undefined);
  if (length > MAX_BUFFERED && file.bytes === undefined)
    return begin(res, response) && stream(res, file, response);
  const body = multipart === undefined ? readPart(file, start, length) : readMultipart(file, multipart);
  return body instanceof Promise
    ? body.then((bytes) => sendBuffered(res, response, bytes))
    : sendBuffered(res, response, body);
}

function sendBuffered(res: ServerResponse, response: FileResponse, body: Buffer | undefined): boolean {
  if (!begin(res, response)) return false;
  endWith(res, body);
  return true;
}

async function stream(res: ServerResponse, file: OpenFile, response: FileResponse): Promise<boolean> {
  const { start, length, multipart } = response;
  const writer = new BodyWriter(res);
  try {
    const isSent = await (multipart === undefined
      ? streamPart(file, start, length, res, writer)
      : streamMultipart(file, multipart, res, writer));
    if (isSent) res.end();
    else if (!isGone(res)) throw alreadySent();
    return isSent;
  } catch (error) {
    // The client must not take what it has got for the file.
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
