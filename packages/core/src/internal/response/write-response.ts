/** @module Hot: sends the responses of `json`, `send` and others. */

import { withUtf8 } from '@nextpress/semantics/content-type';
import { PAYLOAD_HOOK, type PayloadHook } from '../../response-slots.ts';
import { type HelperSettings, SETTINGS } from '../../settings.ts';
import { getFresh, isConditional, isFresh } from '../freshness.ts';
import type { PatchedResponse } from '../patched-messages.ts';
import { passThroughHook } from './payload-hook.ts';
import { getResponseHeader, setContentHeader, setHeaders, setType } from './response-headers.ts';
import { hasOriginalMethods } from './response-methods.ts';
import { hasNoHeaders } from './sent-headers.ts';

type Content = string | Uint8Array;

export const EMPTY: Content = Buffer.alloc(0);

/** The default types of `send`. */
export const TEXT_TYPE = 'text/html; charset=utf-8';
export const BYTES_TYPE = 'application/octet-stream';

/**
 * Sends the headers and the body, or a 304 if the client's cached response is still valid.
 *
 * @param defaultType - `Content-Type`, unless it is set already
 */
export function writeResponse(res: PatchedResponse, content: Content, defaultType?: string): void {
  const hook = res[PAYLOAD_HOOK];
  if (hook === undefined) writeContent(res, content, defaultType);
  else writeHooked(res, hook, content, defaultType);
}

function writeHooked(res: PatchedResponse, hook: PayloadHook, content: Content, defaultType?: string): void {
  passThroughHook(res, hook, content, (_res, payload) => {
    if (payload === null) writeContent(res, EMPTY);
    else writeContent(res, payload, defaultType);
  });
}

/** Sends a payload after the hook ran. */
export function writeContent(res: PatchedResponse, content: Content, defaultType?: string): void {
  if (!isUntouched(res)) writeAsExpress(res, content, defaultType);
  else if (
    defaultType !== undefined &&
    hasNoHeaders(res) &&
    allowsContent(res.statusCode) &&
    !res.headersSent &&
    !(alwaysEvaluates(res[SETTINGS]) && isConditional(res.req))
  ) {
    writeWithHead(res, content, defaultType);
  } else writeWithSetHeader(res, content, defaultType);
}

/** Whether the application has replaced none of the methods that Express's `send` calls. */
export function isUntouched(res: PatchedResponse): boolean {
  return (
    hasOriginalMethods(res) && res.set === setHeaders && res.type === setType && res.get === getResponseHeader
  );
}

/** Passes the headers to `writeHead`, which is faster than `setHeader`. Only if no header is set, and no 304 is possible. */
function writeWithHead(res: PatchedResponse, content: Content, defaultType: string): void {
  const tag = res[SETTINGS].etag?.(content) || undefined;
  const length = Buffer.byteLength(content);
  res.writeHead(
    res.statusCode,
    tag === undefined
      ? { 'Content-Type': defaultType, 'Content-Length': length }
      : { 'Content-Type': defaultType, 'Content-Length': length, ETag: tag },
  );
  if (length === 0 || res.req.method === 'HEAD') res.end();
  else res.end(content);
}

/** Adds to the headers already set. */
function writeWithSetHeader(res: PatchedResponse, content: Content, defaultType?: string): void {
  const type = res.getHeader('Content-Type');
  if (typeof content === 'string' && typeof type === 'string')
    res.setHeader('Content-Type', type && withUtf8(type));
  else if (defaultType !== undefined && (!type || typeof content === 'string'))
    res.setHeader('Content-Type', defaultType);
  if (!res.getHeader('Transfer-Encoding'))
    res.setHeader('Content-Length', String(Buffer.byteLength(content)));
  const { etag } = res[SETTINGS];
  const tag = etag !== undefined && !res.getHeader('ETag') && etag(content);
  if (tag) res.setHeader('ETag', tag);
  endResponse(res, content, typeof content === 'string' ? 'utf8' : undefined);
}

/** Names of the default types, as Express's `send` passes them to `res.type`. */
const TYPE_NAMES: ReadonlyMap<string | undefined, string> = new Map([
  [TEXT_TYPE, 'html'],
  [BYTES_TYPE, 'bin'],
]);

/** From this length, Express passes a buffer to `end` even without an `ETag`. */
const MIN_BUFFER_LENGTH = 1000;

/**
 * Makes the same calls as Express's `send`, in the same order, because middleware that replaces one of the methods
 * relies on them.
 *
 * @param defaultType - `undefined` for `send(null)`
 */
function writeAsExpress(res: PatchedResponse, content: Content, defaultType?: string): void {
  const { etag, dialect } = res[SETTINGS];
  let chunk = defaultType === undefined ? '' : content;
  const isText = typeof chunk === 'string' && (defaultType !== undefined || dialect.addsCharsetLast);
  const type: unknown = res.get('Content-Type');
  const setsDefault = isText && !dialect.addsCharsetLast ? typeof type !== 'string' : !type;
  if (setsDefault && defaultType !== undefined) res.type(TYPE_NAMES.get(defaultType) ?? defaultType);
  if (isText && (dialect.addsCharsetLast || !setsDefault)) addCharset(res);
  const makesTag = etag !== undefined && !res.get('ETag');
  if ((makesTag || chunk.length >= MIN_BUFFER_LENGTH) && !Buffer.isBuffer(chunk))
    chunk = Buffer.from(chunk as string);
  if (!res.get('Transfer-Encoding')) res.set('Content-Length', Buffer.byteLength(chunk));
  const tag = makesTag && etag(chunk);
  if (tag) res.set('ETag', tag);
  endResponse(res, chunk, isText && typeof chunk === 'string' ? 'utf8' : undefined);
}

function addCharset(res: PatchedResponse): void {
  const type: unknown = res.get('Content-Type');
  if (typeof type === 'string') res.set('Content-Type', type && withUtf8(type));
}

/** Ends a response whose headers are set, without a body if its status does not allow one. */
export function endResponse(
  res: PatchedResponse,
  content: string | Uint8Array | undefined,
  encoding?: BufferEncoding,
): void {
  if (alwaysEvaluates(res[SETTINGS]) || res.getHeader('ETag') || res.getHeader('Last-Modified')) {
    if (isRequestFresh(res)) res[SETTINGS].dialect.setNotModified(res);
  }
  const sent = allowsContent(res.statusCode) ? content : removeContentHeaders(res);
  if (res.req.method === 'HEAD') res.end();
  else res.end(sent, encoding as BufferEncoding);
}

/** Whether to respond with 304. If the application replaced `req.fresh`, it decides. */
function isRequestFresh(res: PatchedResponse): boolean {
  const req: object = res.req;
  const fresh = isFresh(res.req, res.statusCode, res.getHeader('ETag'), res.getHeader('Last-Modified'));
  // Look for a replacement in a prototype only if it may prevent a 304.
  if (!fresh && !Object.hasOwn(req, 'fresh')) return false;
  return hasOwnGetter(req) ? fresh : Boolean((req as { readonly fresh?: unknown }).fresh);
}

/** Whether `req.fresh` is this package's getter, or missing. */
function hasOwnGetter(req: object): boolean {
  for (let object: object | null = req; object !== null; object = Object.getPrototypeOf(object)) {
    const descriptor = Object.getOwnPropertyDescriptor(object, 'fresh');
    if (descriptor !== undefined) return descriptor.get === getFresh;
  }
  return true;
}

function removeContentHeaders(res: PatchedResponse): string {
  if (res.statusCode === 205) setContentHeader(res, 'Content-Length', '0');
  else {
    res.removeHeader('Content-Type');
    res.removeHeader('Content-Length');
  }
  res.removeHeader('Transfer-Encoding');
  return '';
}

/**
 * Whether to evaluate conditional headers for every response, rather than only those with `ETag` or `Last-Modified`.
 */
function alwaysEvaluates({ etag, dialect }: HelperSettings): boolean {
  return etag !== undefined || dialect.evaluatesAll;
}

function allowsContent(statusCode: number): boolean {
  return statusCode !== 204 && statusCode !== 304 && statusCode !== 205;
}
