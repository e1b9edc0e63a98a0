/** @module Hot: responds to a request with an open file. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { BodyWriter } from '@nextpress/semantics/body-writer';
import { isGone } from '@nextpress/semantics/exchange-end';
import { preconditionFailed, rangeNotSatisfiable } from '../disk/file-error.ts';
import { closeFile, type OpenFile } from '../disk/open-file.ts';
import type { FileSettings } from '../options/file-options.ts';
import { endWith } from './end-with.ts';
import { readMultipart, readPart, streamMultipart, streamPart } from './file-body.ts';
import { decideResponse } from './file-response.ts';
import { removeContentHeaders, removeFileHeaders } from './remove-headers.ts';
import type { FileResponse } from './response.ts';
import type { ResponseCache } from './response-cache.ts';
import { addVary } from './vary.ts';

/** Up to this many bytes are read before anything is sent, so that one write sends the head and the body. */
const MAX_BUFFERED = 64 * 1024;

/**
 * Responds with a file and closes it.
 *
 * @returns whether the file was sent; `false` if the response was sent or the client was gone before
 * @throws {HttpError} 412, 416, or 500 if reading fails before anything was sent; later errors destroy the connection
 */
export function respondWithFile(
  req: IncomingMessage,
  res: ServerResponse,
  file: OpenFile,
  settings: FileSettings,
  { cache, vary }: { readonly cache?: ResponseCache; readonly vary?: string } = {},
): boolean | Promise<boolean> {
  let isSent: boolean | Promise<boolean> = false;
  try {
    if (!res.headersSent && !isGone(res)) {
      const response = decideResponse(req, res, file, settings, cache);
      refuse(res, response, settings);
      if (vary !== undefined) addVary(res, vary);
      isSent = send(req, res, file, response);
    }
  } catch (error) {
    closeFile(file);
    abandon(res, settings);
    throw error;
  }
  if (isSent instanceof Promise) return closeAfter(isSent, res, file, settings);
  closeFile(file);
  return isSent;
}

async function closeAfter(
  isSent: Promise<boolean>,
  res: ServerResponse,
  file: OpenFile,
  settings: FileSettings,
): Promise<boolean> {
  try {
    return await isSent;
  } catch (error) {
    abandon(res, settings);
    throw error;
  } finally {
    closeFile(file);
  }
}

/** After an error: a response that has begun must not pass for the file, and another must not have its headers. */
function abandon(res: ServerResponse, { likeSend }: FileSettings): void {
  if (res.headersSent) res.destroy();
  else if (!likeSend) removeFileHeaders(res);
}

/** As with send, error handlers find the headers of the file on the response. */
function refuse(res: ServerResponse, response: FileResponse, { likeSend }: FileSettings): void {
  const { status, forced } = response;
  if (status !== 412 && status !== 416) return;
  if (likeSend) setHeaders(res, response);
  throw status === 412 ? preconditionFailed() : rangeNotSatisfiable(forced['Content-Range'] ?? '');
}

function send(
  req: IncomingMessage,
  res: ServerResponse,
  file: OpenFile,
  response: FileResponse,
): boolean | Promise<boolean> {
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

async function stream(
  res: ServerResponse,
  file: OpenFile,
  { start, length, multipart }: FileResponse,
): Promise<boolean> {
  const writer = new BodyWriter(res);
  const isSent = await (multipart === undefined
    ? streamPart(file, start, length, res, writer)
    : streamMultipart(file, multipart, res, writer));
  if (isSent) res.end();
  return isSent;
}

/** @returns whether the response can still be sent */
function begin(res: ServerResponse, response: FileResponse): boolean {
  if (isGone(res) || res.headersSent) return false;
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
