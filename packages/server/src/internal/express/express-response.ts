/** @module The responses of `nextpress/express` when no layer has responded. */

import { STATUS_CODES } from 'node:http';
import { encodeLocation, type FailPayload } from '@nextpress/core';
import { escapeHtml, htmlPage } from '@nextpress/semantics/html';
import { isLocalClient } from '@nextpress/semantics/local-client';
import { thrownProperty } from '@nextpress/semantics/thrown-value';
import type { Request, Response } from '../../types/application.ts';
import type { LogError } from '../../types/server-options.ts';
import type { Dialect, FinalHandler, SettingValues } from '../dialect.ts';
import { developmentTools } from '../responding/development-tools.ts';
import {
  clearHandlerResponse,
  errorContent,
  errorStatus,
  isErrorStatus,
  sendableBody,
  sendBody,
  sendErrorBody,
  setErrorHeaders,
} from '../responding/error-response.ts';
import { withLastResort } from '../responding/final-handler.ts';

/** The headers that Express removes. Others that a handler set stay. */
const CONTENT_HEADERS = [
  'Content-Encoding',
  'Content-Language',
  'Content-Range',
  'Trailer',
  'Transfer-Encoding',
];

/**
 * Creates the final handler of Express, which responds with its HTML page: 404 without an error, otherwise the status of the error or of
 * the response. After the response has started, an error closes the connection. The setting `env` decides whether pages show the stack.
 */
export function expressFinalHandler(settings: SettingValues, log: LogError): FinalHandler {
  return withLastResort(log, (error, req, res, cutOff) => {
    if (!error) {
      if (!res.headersSent)
        sendPage(req, res, 404, `Cannot ${req.method} ${encodeLocation(targetPath(req))}`, cutOff);
      return;
    }
    log(error, req);
    if (res.headersSent) {
      (req.socket as Partial<Request['socket']> | undefined)?.destroy?.();
      return;
    }
    const ownStatus = errorStatus(error);
    const status = ownStatus ?? (isErrorStatus(res.statusCode) ? res.statusCode : 500);
    const content = errorContent(error, status, false);
    if (content.problem !== undefined) {
      clearHandlerResponse(res, CONTENT_HEADERS);
      setErrorHeaders(res, error);
      const body = sendableBody(content, 'problem', (failure) => log(failure, req));
      sendErrorBody(req, res, status, body, cutOff);
      return;
    }
    // Express shows the stack to every client. `nextpress dev` does not, as it may listen on all networks.
    const isShown = settings.env !== 'production' && (developmentTools() === undefined || isLocalClient(req));
    const text = (isShown && describe(error)) || String(STATUS_CODES[status]);
    sendPage(req, res, status, text, cutOff, ownStatus === undefined ? undefined : error);
  });
}

/** Creates the response to `OPTIONS` with the methods of a path, if it has any. */
export function respondToOptions(send: (res: Response, methods: string[]) => void): Dialect['respondToMiss'] {
  return (req, res, routes, pathname) => {
    if (req.method !== 'OPTIONS' || pathname === undefined) return false;
    const methods = [...new Set(routes.methodsFor(pathname, 'OPTIONS'))];
    if (methods.length > 0) send(res, methods);
    return methods.length > 0;
  };
}

export function sendMethods(res: Response, methods: string[]): void {
  const allow = methods.sort().join(', ');
  res.setHeader('Allow', allow);
  res.setHeader('Content-Length', Buffer.byteLength(allow));
  res.setHeader('Content-Type', 'text/plain');
  res.setHeader('X-Content-Type-Options', 'nosniff');
  res.end(allow);
}

function sendPage(
  req: Request,
  res: Response,
  status: number,
  text: string,
  cutOff: FailPayload,
  error?: unknown,
): void {
  const content = escapeHtml(text).replaceAll('\n', '<br>').replaceAll('  ', ' &nbsp;');
  const page = htmlPage('Error', content);
  res.statusCode = status;
  clearHandlerResponse(res, CONTENT_HEADERS);
  setErrorHeaders(res, error);
  res.setHeader('Content-Security-Policy', "default-src 'none'");
  res.setHeader('X-Content-Type-Options', 'nosniff');
  res.setHeader('Content-Type', 'text/html; charset=utf-8');
  sendBody(req, res, page, cutOff);
}

/** The path of the target as sent, without the query. */
function targetPath({ originalUrl, url }: Request): string {
  // Another framework may have assigned anything.
  const target = typeof originalUrl === 'string' ? originalUrl : (url ?? '');
  const path = target.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i, '');
  return /^[^?#]*/.exec(path)?.[0] || '/';
}

function describe(error: unknown): string {
  try {
    return String(thrownProperty(error, 'stack') || error);
  } catch {
    return '';
  }
}
