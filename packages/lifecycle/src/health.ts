/** @module Responds to probes before the application sees them, so that no guard, hook or route interferes. */

import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { printThrown } from '@nextpress/semantics/thrown-value';
import { isRetiring } from './drain.ts';
import { type HealthOptions, type HealthSettings, readHealthOptions } from './health-options.ts';
import { ReadinessCheck } from './readiness-check.ts';

/** What the endpoints need from their application. */
export interface HealthHost {
  /** Why the application is not ready regardless of checks, e.g. `'loading'`; `undefined` if it is. */
  unreadiness(req: IncomingMessage): string | undefined;
  /** Responds to a request that the application would refuse; returns whether it did. */
  refuses?(req: IncomingMessage, res: ServerResponse): boolean;
  /** Called with the first failure of a check. */
  logError(error: unknown, req: IncomingMessage): void;
}

/** A request listener; called with `next` when mounted in an application. */
type Listener = (req: IncomingMessage, res: ServerResponse, next?: (error?: unknown) => void) => void;

/** Without an application, only the server's shutdown is known. */
const SERVER: HealthHost = {
  unreadiness: ({ socket }) => {
    const { server } = (socket ?? {}) as { readonly server?: Server };
    return server !== undefined && isRetiring(server) ? 'closing' : undefined;
  },
  logError: (error) => printThrown(error),
};

/**
 * Wraps a request listener, such as an application: `GET /healthz` responds with 200, and `GET /readyz` with 200, or
 * 503 while a check fails and, with {@link gracefulShutdown}, while the server closes. All other requests go to the
 * listener.
 *
 * @throws TypeError if an option is invalid
 *
 * @example
 * ```ts
 * import { createServer } from 'node:http';
 * import { withHealth } from '@nextpress/lifecycle';
 *
 * const checks = { database: async () => true };
 * createServer(withHealth((_req, res) => res.end('hello'), { checks }));
 * ```
 */
export function withHealth(listener: Listener, options: HealthOptions = {}): Listener {
  return respondToProbes(listener, readHealthOptions(options), SERVER);
}

type Respond = (req: IncomingMessage, res: ServerResponse) => void;

const QUESTION_MARK = 0x3f;

/**
 * The same for an application, which knows more about itself. Mounted applications leave probes to the outermost one.
 */
export function respondToProbes(listener: Listener, settings: HealthSettings, host: HealthHost): Listener {
  const respondLive: Respond = (_req, res) => send(res, 200, { status: 'ok' });
  const respondReady = readiness(settings, host);
  const { live, ready } = settings;
  return (req, res, next) => {
    const { url = '' } = req;
    const respond = isAt(url, live) ? respondLive : isAt(url, ready) ? respondReady : undefined;
    if (respond === undefined || next !== undefined || !isRead(req)) {
      listener(req, res, next);
      return;
    }
    if (!host.refuses?.(req, res)) respond(req, res);
  };
}

/** Whether a target has a path, with or without a query. */
function isAt(url: string, path: string | undefined): boolean {
  if (path === undefined || !url.startsWith(path)) return false;
  return url.length === path.length || url.charCodeAt(path.length) === QUESTION_MARK;
}

function isRead({ method }: IncomingMessage): boolean {
  return method === 'GET' || method === 'HEAD';
}

function readiness({ checks, timeout }: HealthSettings, host: HealthHost): Respond {
  const runs = checks.map(([name, check]) => [name, new ReadinessCheck(name, check, timeout)] as const);
  return async (req, res) => {
    const reason = host.unreadiness(req);
    if (reason !== undefined) {
      send(res, 503, { status: reason });
      return;
    }
    const log = (error: unknown): void => host.logError(error, req);
    const results = await Promise.all(
      runs.map(async ([name, check]) => [name, await check.run(log)] as const),
    );
    // The application may have begun to close in the meantime.
    const late = host.unreadiness(req);
    const isReady = late === undefined && results.every(([, result]) => result === 'ok');
    // Error messages are logged, not sent: they may contain host names.
    const content = results.length === 0 ? {} : { checks: Object.fromEntries(results) };
    send(res, isReady ? 200 : 503, { status: late ?? (isReady ? 'ready' : 'unavailable'), ...content });
  };
}

function send(res: ServerResponse, status: number, content: object): void {
  const text = JSON.stringify(content);
  res.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(text),
    'Cache-Control': 'no-store',
  });
  res.end(text);
}
