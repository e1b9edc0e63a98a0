/** @module Hot: sends what `json` and `send` are given. Bench: `pnpm --filter @nextpress/core bench`. */

import { withUtf8 } from '@nextpress/semantics/content-type';
import { type HelperSettings, SETTINGS } from '../../settings.ts';
import { isFresh } from '../freshness.ts';
import type { HelpedResponse } from './helped-response.ts';
import { hasOriginalMethods } from './response-methods.ts';
import { hasNoFields } from './sent-fields.ts';

/**
 * Sends head and content, or 304 to a client that has them.
 *
 * @param length - of the content, in bytes
 * @param defaultType - for a response whose `Content-Type` isn't set
 */
export function writeAnswer(
  res: HelpedResponse,
  content: string | Uint8Array,
  length: number,
  defaultType: string | undefined,
): void {
  if (
    defaultType !== undefined &&
    hasNoFields(res) &&
    hasContent(res.statusCode) &&
    !res.headersSent &&
    hasOriginalMethods(res)
  ) {
    writeAtOnce(res, content, length, defaultType);
  } else writeInSteps(res, content, length, defaultType);
}

/** One `writeHead` with the headers of the content: nothing is set, and nothing observes the difference. */
function writeAtOnce(
  res: HelpedResponse,
  content: string | Uint8Array,
  length: number,
  defaultType: string,
): void {
  const { statusCode } = res;
  const settings = res[SETTINGS];
  const tag = settings.etag?.(content) || undefined;
  if (isConditional(settings) && isFresh(res.req, statusCode, tag, undefined)) {
    if (tag !== undefined) res.setHeader('ETag', tag);
    finish(res, undefined);
    return;
  }
  res.writeHead(
    statusCode,
    tag === undefined
      ? { 'Content-Type': defaultType, 'Content-Length': length }
      : { 'Content-Type': defaultType, 'Content-Length': length, ETag: tag },
  );
  if (length === 0 || res.req.method === 'HEAD') res.end();
  else res.end(content);
}

/** In Express's order: each header by `setHeader`, and the head by `end`. */
function writeInSteps(
  res: HelpedResponse,
  content: string | Uint8Array,
  length: number,
  defaultType: string | undefined,
): void {
  const type = res.getHeader('Content-Type');
  if (typeof content === 'string' && typeof type === 'string')
    res.setHeader('Content-Type', type && withUtf8(type));
  else if (defaultType !== undefined && (!type || typeof content === 'string'))
    res.setHeader('Content-Type', defaultType);
  const { etag } = res[SETTINGS];
  const makesTag = etag !== undefined && !res.getHeader('ETag');
  if (!res.getHeader('Transfer-Encoding')) res.setHeader('Content-Length', String(length));
  if (makesTag) {
    const tag = etag(content);
    if (tag) res.setHeader('ETag', tag);
  }
  const isBuffer = (makesTag || content.length >= LONG) && !hasOriginalMethods(res);
  finish(res, isBuffer ? bufferOf(content) : content);
}

/** From this length on Express gives `end` a buffer, also of a text that has no tag. */
const LONG = 1000;

function bufferOf(content: string | Uint8Array): Buffer {
  return typeof content === 'string' || !Buffer.isBuffer(content) ? Buffer.from(content as string) : content;
}

/** Ends a response whose headers are set, without content where the status has none. */
export function finish(res: HelpedResponse, content: string | Uint8Array | undefined): void {
  if (isConditional(res[SETTINGS]) || res.getHeader('ETag') || res.getHeader('Last-Modified')) {
    const { req, statusCode } = res;
    if (isFresh(req, statusCode, res.getHeader('ETag'), res.getHeader('Last-Modified'))) res.statusCode = 304;
  }
  const encoding = typeof content === 'string' ? 'utf8' : undefined;
  const sent = hasContent(res.statusCode) ? content : withoutContent(res);
  if (res.req.method === 'HEAD') res.end();
  else res.end(sent, encoding as BufferEncoding);
}

function withoutContent(res: HelpedResponse): string {
  if (res.statusCode === 205) res.setHeader('Content-Length', '0');
  else {
    res.removeHeader('Content-Type');
    res.removeHeader('Content-Length');
  }
  res.removeHeader('Transfer-Encoding');
  return '';
}

/** Whether the conditions of every request count; otherwise only those of requests whose response has a validator. */
function isConditional({ etag, expressVersion }: HelperSettings): boolean {
  return etag !== undefined || expressVersion !== undefined;
}

function hasContent(statusCode: number): boolean {
  return statusCode !== 204 && statusCode !== 304 && statusCode !== 205;
}
