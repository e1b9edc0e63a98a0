/** @module Hot: writes to a response that other code may have started, changed or closed. */

import { OutgoingMessage, type ServerResponse } from 'node:http';
import { isGone, onExchangeEnd } from '@nextpress/semantics/exchange-end';
import { appendVary } from '@nextpress/semantics/vary';
import { CLASS_METHODS } from '@nextpress-internal/internals/keys';
import { alreadySent } from '../disk/file-error.ts';

/**
 * Whether a response can still be sent: `false` if the client disconnected.
 *
 * @throws {Error} like npm's send, if other code has sent the head: otherwise nothing would end the response
 */
export function canBegin(res: ServerResponse): boolean {
  if (res.headersSent) throw alreadySent();
  return !isGone(res);
}

/** @returns `false` if the response can never be sent, because the connection closed first */
export function waitForTurn(res: ServerResponse): Promise<boolean> {
  return new Promise((resolve) => {
    res.once('socket', () => resolve(true));
    onExchangeEnd(res, () => resolve(false));
  });
}

/** Adds a request header to `Vary`. */
export function addVary(res: ServerResponse, name: string): void {
  const present = res.getHeader('Vary');
  res.setHeader('Vary', appendVary(present === undefined ? undefined : String(present), name));
}

const CONTENT_HEADERS: readonly string[] = [
  'Content-Encoding',
  'Content-Language',
  'Content-Length',
  'Content-Range',
  'Content-Type',
];

const FILE_HEADERS: readonly string[] = [
  ...CONTENT_HEADERS,
  'Cache-Control',
  'Content-Disposition',
  'Content-Location',
  'ETag',
  'Expires',
  'Last-Modified',
];

/** For a 304. */
export function removeContentHeaders(res: ServerResponse): void {
  remove(res, CONTENT_HEADERS);
}

/** For an error, so that caches don't store it and browsers don't save it as the file. */
export function removeFileHeaders(res: ServerResponse): void {
  remove(res, FILE_HEADERS);
}

function remove(res: ServerResponse, names: readonly string[]): void {
  for (const name of names) {
    // Removing a Content-Length that was never set makes Node use chunked encoding.
    if (res.hasHeader(name)) res.removeHeader(name);
  }
}

/**
 * Responds with a page on which no script may run: it contains names from the request or the disk.
 *
 * @param location - target of a redirect; set last, as in npm's serve-static
 */
export function sendPage(res: ServerResponse, type: string, page: string, location?: string): void {
  res.setHeader('Content-Type', type);
  res.setHeader('Content-Length', Buffer.byteLength(page));
  res.setHeader('Content-Security-Policy', "default-src 'none'");
  res.setHeader('X-Content-Type-Options', 'nosniff');
  if (location !== undefined) res.setHeader('Location', location);
  res.end(page);
}

interface Methods {
  readonly end: unknown;
  readonly write: unknown;
}

const { end, write } = OutgoingMessage.prototype;
const NODE_METHODS: Methods = { end, write };

/**
 * Ends a response with a body. Middleware that replaces `write` or `end` gets the same calls as from `pipe`, because it
 * expects files to be piped.
 */
export function endWith(
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
