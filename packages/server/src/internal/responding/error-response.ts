/** @module Turns errors that no layer has handled into responses. */

import { type FailPayload, type Payload, sendPayload } from '@nextpress/core';
import { PROBLEM } from '@nextpress/semantics/http-error';
import { preferredMediaType } from '@nextpress/semantics/negotiation';
import { thrownProperty } from '@nextpress/semantics/thrown-value';
import { appendVary } from '@nextpress/semantics/vary';
import type { Request, Response } from '../../types/application.ts';
import type { LogError } from '../../types/server-options.ts';
import { type ErrorBody, type ErrorContent, type ErrorFormat, errorBody } from './error-body.ts';

/** Options of {@link respondToError}. */
export interface ErrorResponseOptions {
  /** Whether the response shows the message and the stack of every error. */
  readonly showsStack: boolean;
  /** Whether JSON is problem details of RFC 9457, as it always is for errors with members of their own. */
  readonly sendsProblems: boolean;
  /** Whether the response contains the request id. */
  readonly showsRequestId: boolean;
  /** Called with server errors (500 and above, without 501 and 505), and with errors after the response has started. */
  readonly logError: LogError;
  /** Called when a hook for the payload of the response fails. */
  readonly cutOff: FailPayload;
}

/** Content and caching headers of the response that a handler meant to send. */
const CONTENT_HEADERS = [
  'Cache-Control',
  'Content-Disposition',
  'Content-Encoding',
  'Content-Language',
  'Content-Length',
  'Content-Location',
  'Content-Range',
  'Content-Type',
  'ETag',
  'Expires',
  'Last-Modified',
  'Trailer',
  'Transfer-Encoding',
];

/** Headers that an error cannot set. `Content-Range` is allowed because a 416 puts the length there. */
const REFUSED_HEADERS: ReadonlySet<string> = new Set(
  [...CONTENT_HEADERS, 'Connection', 'Keep-Alive', 'Upgrade']
    .map((name) => name.toLowerCase())
    .filter((name) => name !== 'content-range'),
);

/** To a client the first two are the same: problem details are JSON. */
const OFFERS = ['application/problem+json', 'application/json', 'text/plain', 'text/html'];

/**
 * Responds to an error that no layer has handled, as JSON, or as text if the client prefers it. The status is
 * the error's, or 500. A response that has already started is cut off.
 */
export function respondToError(
  error: unknown,
  req: Request,
  res: Response,
  { showsStack, sendsProblems, showsRequestId, logError, cutOff }: ErrorResponseOptions,
): void {
  const status = errorStatus(error) ?? 500;
  if (isServerError(status) || res.headersSent) logError(error, req);
  if (res.headersSent) {
    if (!res.writableEnded) res.destroy();
    return;
  }
  clearHandlerResponse(res, CONTENT_HEADERS);
  setErrorHeaders(res, error, REFUSED_HEADERS);
  const requestId = showsRequestId && req.id ? String(req.id) : undefined;
  const content = { ...errorContent(error, status, showsStack), requestId };
  const vary = res.getHeader('Vary');
  res.setHeader('Vary', appendVary(vary === undefined ? undefined : String(vary), 'Accept'));
  const json = sendsProblems || content.problem !== undefined ? 'problem' : 'json';
  const format = prefersText(req) ? 'text' : json;
  sendErrorBody(
    req,
    res,
    status,
    sendableBody(content, format, (failure) => logError(failure, req)),
    cutOff,
  );
}

/** Creates the body of an error, without the error's own members if they cannot be serialized as JSON. */
export function sendableBody(
  content: ErrorContent,
  format: ErrorFormat,
  report: (failure: unknown) => void,
): ErrorBody {
  try {
    return errorBody(content, format);
  } catch (failure) {
    report(failure);
    return errorBody({ ...content, problem: undefined }, format);
  }
}

function prefersText({ headers: { accept } }: Request): boolean {
  return accept !== undefined && preferredMediaType(accept, OFFERS)?.startsWith('text/') === true;
}

/** Responds with the body of an error. */
export function sendErrorBody(
  req: Request,
  res: Response,
  status: number,
  { contentType, body }: ErrorBody,
  cutOff: FailPayload,
): void {
  res.statusCode = status;
  res.setHeader('X-Content-Type-Options', 'nosniff');
  res.setHeader('Content-Type', contentType);
  sendBody(req, res, body, cutOff);
}

/** Sends a body through the `onSend` hooks, after the headers other than `Content-Length` have been set. */
export function sendBody(req: Request, res: Response, body: string, cutOff: FailPayload): void {
  const write = (payload: Payload): void => {
    res.setHeader('Content-Length', Buffer.byteLength(payload ?? ''));
    if (payload === null || req.method === 'HEAD') res.end();
    // As Express ends its pages, for a replaced `res.end`.
    else if (typeof payload === 'string') res.end(payload, 'utf8');
    else res.end(payload);
  };
  sendPayload(res, body, write, cutOff);
}

/** The `status` or `statusCode` of an error, if it is valid for an error response. */
export function errorStatus(error: unknown): number | undefined {
  return [thrownProperty(error, 'status'), thrownProperty(error, 'statusCode')].find(isErrorStatus);
}

export function isErrorStatus(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 400 && (value as number) < 600;
}

/** Removes headers and the reason phrase that a handler has set for another response. */
export function clearHandlerResponse(res: Response, headers: readonly string[]): void {
  // Node records the removal of Transfer-Encoding even when it was not set, and then never uses it.
  for (const header of headers) if (res.hasHeader(header)) res.removeHeader(header);
  res.statusMessage = '';
}

/** Sets the `headers` of an error, such as `Allow` or `Retry-After`. Invalid ones are skipped: the response is more important. */
export function setErrorHeaders(
  res: Response,
  error: unknown,
  refused: ReadonlySet<string> = new Set(),
): void {
  const headers = thrownProperty(error, 'headers');
  for (const name of headerNames(headers)) {
    if (refused.has(name.toLowerCase())) continue;
    try {
      const value = (headers as Record<string, unknown>)[name];
      res.setHeader(name, Array.isArray(value) ? value.map(String) : String(value));
    } catch {
      // Invalid name or value.
    }
  }
}

function headerNames(headers: unknown): string[] {
  try {
    return typeof headers === 'object' && headers !== null ? Object.keys(headers) : [];
  } catch {
    return [];
  }
}

/** Clients can cause 501 and 505 at will, so these are not errors of the server. */
function isServerError(status: number): boolean {
  return status >= 500 && status !== 501 && status !== 505;
}

/** The content of an error's response: only the status if the error is not exposed. */
export function errorContent(error: unknown, status: number, showsStack: boolean): ErrorContent {
  const expose = thrownProperty(error, 'expose');
  const isExposed = showsStack || (typeof expose === 'boolean' ? expose : status < 500);
  if (!isExposed) return { status };
  return {
    status,
    code: stringProperty(error, 'code'),
    detail: stringProperty(error, 'message') || (typeof error === 'string' ? error : undefined),
    problem: thrownProperty(error, PROBLEM) as object | undefined,
    // Read only in development, because V8 formats a stack when it is first read.
    stack: showsStack ? stringProperty(error, 'stack') : undefined,
  };
}

function stringProperty(error: unknown, name: string): string | undefined {
  const value = thrownProperty(error, name);
  return typeof value === 'string' ? value : undefined;
}
