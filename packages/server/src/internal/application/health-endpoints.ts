/** @module Responds to probes before the application sees them, so that no guard, hook or route is in their way. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { HttpError } from '@nextpress/semantics/http-error';
import type { Request } from '../../types.ts';
import type { LogError } from '../planning/pipeline.ts';
import { representFor } from '../responding/server-representation.ts';
import { ReadinessCheck } from './health-check.ts';
import type { HealthSettings } from './health-options.ts';
import type { ApplicationListener } from './request-listener.ts';

/** What the endpoints know of their application. */
export interface HealthHost {
  /** Why the application is not ready, whatever the checks say; `undefined` when nothing is in the way. */
  unreadiness(): 'loading' | 'failed' | 'closing' | undefined;
  /** The error for a request that the application would refuse. */
  refusal(req: IncomingMessage, res: ServerResponse): HttpError | undefined;
  readonly logError: LogError;
}

type Respond = (req: IncomingMessage, res: ServerResponse) => void;

const QUESTION_MARK = 0x3f;

/** Wraps the listener of an application. Mounted applications leave probes to the outermost one. */
export function withHealth(
  listener: ApplicationListener,
  settings: HealthSettings,
  host: HealthHost,
): ApplicationListener {
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
    const error = host.refusal(req, res);
    if (error === undefined) respond(req, res);
    else refuse(res, error);
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
    const reason = host.unreadiness();
    if (reason !== undefined) {
      send(res, 503, { status: reason });
      return;
    }
    const log = (error: unknown): void => host.logError(error, req as Request);
    const results = await Promise.all(
      runs.map(async ([name, check]) => [name, await check.run(log)] as const),
    );
    // The application may have begun to close meanwhile.
    const late = host.unreadiness();
    const isReady = late === undefined && results.every(([, result]) => result === 'ok');
    // Messages of errors are logged, not sent: they may name hosts.
    const content = results.length === 0 ? {} : { checks: Object.fromEntries(results) };
    send(res, isReady ? 200 : 503, { status: late ?? (isReady ? 'ready' : 'unavailable'), ...content });
  };
}

/** As in an application, no other request is read from the connection. */
function refuse(res: ServerResponse, error: HttpError): void {
  res.shouldKeepAlive = false;
  const { contentType, body } = representFor(res.socket, error);
  sendText(res, error.status, contentType, body);
}

function send(res: ServerResponse, status: number, content: object): void {
  sendText(res, status, 'application/json; charset=utf-8', JSON.stringify(content));
}

function sendText(res: ServerResponse, status: number, type: string, text: string): void {
  res.writeHead(status, {
    'Content-Type': type,
    'Content-Length': Buffer.byteLength(text),
    'Cache-Control': 'no-store',
  });
  res.end(text);
}
