/** @module Rare: the answers of an application in Express's shape to what nothing else has answered. */

import { STATUS_CODES } from 'node:http';
import { encodeLocation } from '@nextpress/core';
import { escapeHtml, htmlPage } from '@nextpress/semantics/html';
import type { Request, Response } from '../../messages.ts';
import type { Settings } from '../../options.ts';
import type { ExpressVersion } from '../application/settings-store.ts';

/** How an application in Express's shape answers. */
export interface ExpressAnswerOptions {
  /** Whether the page of an error has its stack. */
  readonly revealing: boolean;
  /** Told of every error. */
  readonly log: Settings['logError'];
}

/** Fields that describe a content which will not come. The others stay, as in Express. */
const CONTENT_FIELDS = [
  'Content-Encoding',
  'Content-Language',
  'Content-Range',
  'Trailer',
  'Transfer-Encoding',
];

/**
 * Answers as Express does: a page of HTML with the status of the error (`status`, `statusCode`, or that of the response),
 * and its stack if that may be told; 404 without an error. What has begun is left, or cut off.
 */
export function answerAsExpress(
  error: unknown,
  req: Request,
  res: Response,
  { revealing, log }: ExpressAnswerOptions,
): void {
  if (!error) {
    if (!res.headersSent)
      answerPage(req, res, 404, `Cannot ${req.method} ${encodeLocation(targetPath(req))}`);
    return;
  }
  log(error, req);
  if (res.headersSent) {
    (req.socket as Request['socket'] | undefined)?.destroy();
    return;
  }
  const asked = statusAskedFor(error);
  const status = asked ?? errorStatus(res.statusCode) ?? 500;
  const text = (revealing ? describe(error) : '') || String(STATUS_CODES[status]);
  answerPage(req, res, status, text, asked === undefined ? undefined : error);
}

/**
 * Answers `OPTIONS` with the methods of a path, as a router in Express does as soon as it has passed the request on.
 *
 * @returns whether there was anything to say
 */
export function answerOptionsAsExpress(
  res: Response,
  methods: Iterable<string>,
  version: ExpressVersion,
): boolean {
  const names = [...new Set(methods)];
  if (names.length === 0) return false;
  if (version === 4) {
    res.set('Allow', names.join(','));
    res.send(names.join(','));
    return true;
  }
  const allow = names.sort().join(', ');
  res.setHeader('Allow', allow);
  res.setHeader('Content-Length', Buffer.byteLength(allow));
  res.setHeader('Content-Type', 'text/plain');
  res.setHeader('X-Content-Type-Options', 'nosniff');
  res.end(allow);
  return true;
}

function answerPage(req: Request, res: Response, status: number, text: string, error?: unknown): void {
  const page = formatPage(text);
  res.statusCode = status;
  // What a handler has set belongs to the status it meant.
  res.statusMessage = '';
  // Node remembers that Transfer-Encoding was removed, even where there was none, and then doesn't use it.
  for (const field of CONTENT_FIELDS) if (res.hasHeader(field)) res.removeHeader(field);
  setFields(res, error);
  res.setHeader('Content-Security-Policy', "default-src 'none'");
  res.setHeader('X-Content-Type-Options', 'nosniff');
  res.setHeader('Content-Type', 'text/html; charset=utf-8');
  res.setHeader('Content-Length', Buffer.byteLength(page));
  if (req.method === 'HEAD') res.end();
  else res.end(page, 'utf8');
}

function formatPage(text: string): string {
  const content = escapeHtml(text).replaceAll('\n', '<br>').replaceAll('  ', ' &nbsp;');
  return htmlPage('Error', content);
}

/** The path of the target as it was sent, without its query. */
function targetPath({ originalUrl }: Request): string {
  const path = originalUrl.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i, '');
  return /^[^?#]*/.exec(path)?.[0] || '/';
}

function statusAskedFor(error: unknown): number | undefined {
  const { status, statusCode } = Object(error) as { status?: unknown; statusCode?: unknown };
  return errorStatus(status) ?? errorStatus(statusCode);
}

function errorStatus(value: unknown): number | undefined {
  return Number.isInteger(value) && (value as number) >= 400 && (value as number) < 600
    ? (value as number)
    : undefined;
}

function describe(error: unknown): string {
  const { stack, toString: write } = Object(error) as { stack?: unknown; toString?: unknown };
  if (stack) return String(stack);
  return typeof write === 'function' ? String(error) : '';
}

/** The fields an error asks for. One that can't be sent is left out: the answer matters more. */
function setFields(res: Response, error: unknown): void {
  const { headers } = Object(error) as { headers?: unknown };
  if (typeof headers !== 'object' || headers === null) return;
  for (const [name, value] of Object.entries(headers)) {
    try {
      res.setHeader(name, Array.isArray(value) ? value.map(String) : String(value));
    } catch {
      // Not a field.
    }
  }
}
