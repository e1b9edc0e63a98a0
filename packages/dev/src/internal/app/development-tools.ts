/** @module The hooks that Nextpress applications look up in development: the error page, and a log line for each response. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { styleText } from 'node:util';
import { isLocalClient } from '@nextpress/semantics/local-client';
import { DEVELOPMENT_TOOLS } from '@nextpress-internal/internals/keys';
import { errorPage, PAGE_HEADERS } from '../error/error-page.ts';
import { type FailedRequest, reportError } from '../error/error-report.ts';
import { errorText } from '../error/error-text.ts';
import { sentData, sentTarget } from '../error/sent-data.ts';
import type { AppSettings } from '../messages.ts';

interface RoutedRequest extends IncomingMessage {
  readonly originalUrl?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly route?: { readonly path?: unknown };
  readonly baseUrl?: string;
}

/** HTTP clients for the terminal. */
const TERMINAL_CLIENT = /^(?:curl|Wget|HTTPie|xh)\b/i;

export function installTools({ root, isColored }: AppSettings): void {
  const tools = {
    explain(error: unknown, req: RoutedRequest, layers: readonly string[]) {
      const { accept = '*/*', 'user-agent': agent = '' } = req.headers;
      const isBrowser = accept.includes('text/html');
      if (!isLocalClient(req) || !(isBrowser || TERMINAL_CLIENT.test(agent))) return undefined;
      const request = { ...describe(req, layers), ...sentData(req) };
      const report = reportError(error, root, request);
      return isBrowser
        ? {
            contentType: 'text/html; charset=utf-8',
            body: errorPage(report, isForwarded(req)),
            headers: PAGE_HEADERS,
          }
        : { contentType: 'text/plain; charset=utf-8', body: errorText(report, false), headers: {} };
    },
    logError(error: unknown, req: RoutedRequest | undefined) {
      const report = reportError(error, root, req && describe(req, []));
      process.stderr.write(`\n${errorText(report, isColored)}\n`);
    },
    logResponse(req: RoutedRequest, res: ServerResponse, milliseconds: number) {
      process.stdout.write(`${lineOf(req, res, milliseconds, isColored)}\n`);
    },
  };
  Object.defineProperty(globalThis, DEVELOPMENT_TOOLS, { value: tools });
}

/** A server with TLS or HTTP/2 listens itself, and only the development server opens sources. */
function isForwarded({ httpVersionMajor, socket }: IncomingMessage): boolean {
  return httpVersionMajor === 1 && !('encrypted' in socket);
}

function describe(req: RoutedRequest, layers: readonly string[]): FailedRequest {
  const { method = '', originalUrl, url = '', params = {} } = req;
  return { method, route: routeOf(req), layers, ...sentTarget(originalUrl ?? url, params) };
}

function routeOf({ route, baseUrl = '' }: RoutedRequest): string | undefined {
  return route?.path === undefined ? undefined : `${baseUrl}${String(route.path)}`;
}

function lineOf(req: RoutedRequest, res: ServerResponse, milliseconds: number, isColored: boolean): string {
  const { method, target, route } = describe(req, []);
  const { statusCode, headersSent } = res;
  const status = headersSent ? String(statusCode) : 'gone';
  const color = statusCode >= 500 || !headersSent ? 'red' : statusCode >= 400 ? 'yellow' : 'green';
  const isTold = route !== undefined && route !== target.replace(/\?.*/s, '');
  const tail = `${milliseconds.toFixed(1)} ms${isTold ? ` ${route}` : ''}`;
  const paint = (style: Parameters<typeof styleText>[0], text: string): string =>
    isColored ? styleText(style, text, { validateStream: false }) : text;
  // Node rejects control characters in targets, so they are safe to print.
  return `${paint(color, status)} ${method} ${target} ${paint('dim', tail)}`;
}
