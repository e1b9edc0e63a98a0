/** @module `req.log`, and the lines of responses and errors. Without the option `logger`, none of this runs per request. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { onExchangeEnd } from '@nextpress/semantics/exchange-end';
import { thrownProperty, thrownText } from '@nextpress/semantics/thrown-value';
import type { NodeResponse } from '@nextpress-internal/internals/node';
import type { NextFunction } from '../../types/application.ts';
import type { Logger } from '../../types/logger.ts';
import { LayeredRoute } from '../registration/layered-route.ts';
import { LEVELS } from './read-logger.ts';
import { pathOf } from './serializers.ts';
import { activeTrace } from './trace-context.ts';

/** The key of a logged request's {@link Exchange}. */
const EXCHANGE: unique symbol = Symbol('exchange');

interface Exchange {
  readonly logger: Logger;
  /** On the clock of `performance.now()`. */
  readonly startedAt: number;
  /** The ids of the trace that the request is part of; empty without one. */
  readonly trace: object;
  /** `req.log`, created on first access. */
  child: Logger | undefined;
}

type LoggedRequest = IncomingMessage & {
  readonly id?: unknown;
  readonly route?: unknown;
  readonly originalUrl?: string;
  [EXCHANGE]?: Exchange;
};

type Listener = (req: IncomingMessage, res: ServerResponse, next?: NextFunction) => void;

/**
 * Wraps the listener of an application: its requests have `req.log`.
 *
 * @param logsResponses - whether each response is logged when it has ended
 */
export function logRequests(listener: Listener, logger: Logger, logsResponses: boolean): Listener {
  return (req: LoggedRequest, res, next) => {
    // An outer application may already log the request.
    if (req[EXCHANGE] === undefined) {
      const exchange = { logger, startedAt: performance.now(), trace: activeTrace(), child: undefined };
      req[EXCHANGE] = exchange;
      if (logsResponses) onExchangeEnd(res, () => logResponse(req, res, exchange));
    }
    listener(req, res, next);
  };
}

function logResponse(req: LoggedRequest, res: ServerResponse, { logger, startedAt, trace }: Exchange): void {
  const { statusCode, writableFinished, headersSent } = res;
  const fields = {
    ...describeRequest(req),
    ...trace,
    // A client that has disconnected may not have received a status.
    statusCode: headersSent ? statusCode : undefined,
    responseTime: Math.round((performance.now() - startedAt) * 100) / 100,
    bytes: lengthOf(res),
  };
  if (writableFinished) logger.info(fields, 'request completed');
  else logger.info(fields, 'request aborted');
}

/** The length of the content in bytes; `undefined` for a response that was sent in chunks. */
function lengthOf(res: ServerResponse): number | undefined {
  const length = res.getHeader('Content-Length') ?? (res as NodeResponse)._contentLength;
  return length == null || res.req.method === 'HEAD' ? undefined : Number(length);
}

/** Creates the function that logs the errors of requests. */
export function logErrorsTo(logger: Logger): (error: unknown, req?: LoggedRequest) => void {
  return (error, req) => {
    const message = thrownProperty(error, 'message');
    const text = typeof message === 'string' ? message : 'request failed';
    const fields = { err: error, ...(req && describeRequest(req)), ...req?.[EXCHANGE]?.trace };
    try {
      logger.error(fields, text);
    } catch {
      // Loggers read properties of the error, which may throw.
      logger.error({ ...fields, err: new Error(thrownText(error)) }, text);
    }
  };
}

/** The fields that identify a request in the log. */
export interface RequestFields {
  readonly reqId?: unknown;
  readonly method: string | undefined;
  readonly path: string;
  readonly route: string | undefined;
}

export function describeRequest(req: LoggedRequest): RequestFields {
  const { id, method, route } = req;
  const path = pathOf(req);
  const pattern = route instanceof LayeredRoute ? route.patternFor(path) : undefined;
  return { ...(id === undefined ? {} : { reqId: id }), method, path, route: pattern };
}

const SILENT: Logger = {
  ...(Object.fromEntries(LEVELS.map((level) => [level, () => {}])) as unknown as Logger),
  child: () => SILENT,
};

/** Defines a silent `req.log` for `logger: false`, so that code can log unconditionally. */
export function defineSilentLog(prototype: object): void {
  Object.defineProperty(prototype, 'log', { value: SILENT, writable: true, configurable: true });
}

/** Defines `req.log` on a prototype of requests. Middleware such as pino-http may assign its own logger. */
export function defineLog(prototype: object): void {
  Object.defineProperty(prototype, 'log', {
    get: getLog,
    set(this: object, value: unknown) {
      Object.defineProperty(this, 'log', { value, writable: true, enumerable: true, configurable: true });
    },
    configurable: true,
  });
}

/** `undefined` without the option: pino-http checks whether `req.log` is already set. */
function getLog(this: LoggedRequest): Logger | undefined {
  const { [EXCHANGE]: exchange, id } = this;
  if (exchange === undefined) return undefined;
  exchange.child ??= exchange.logger.child({ ...(id === undefined ? {} : { reqId: id }), ...exchange.trace });
  return exchange.child;
}
