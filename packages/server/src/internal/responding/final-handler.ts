import type { FailPayload } from '@nextpress/core';
import { warn } from '@nextpress/middleware';
import { isLocalClient } from '@nextpress/semantics/local-client';
import type { Request, Response } from '../../types/application.ts';
import type { LogError } from '../../types/server-options.ts';
import type { FinalHandler, SettingValues } from '../dialect.ts';
import { respondToError } from './error-response.ts';
import { respondToUnmatched } from './unmatched-response.ts';

/** Creates the final handler of `createServer()`. The settings are read for each request. */
export function respondByDefault(
  settings: SettingValues,
  log: LogError,
  showsRequestId: boolean,
): FinalHandler {
  return withLastResort(log, (error, req, res, cutOff) => {
    const options = {
      showsStack: settings.env === 'development' && isLocalClient(req),
      sendsProblems: Boolean(settings['problem details']),
      ...{ showsRequestId, logError: log, cutOff },
    };
    if (error) respondToError(error, req, res, options);
    else respondToUnmatched(req, res, (refusal) => respondToError(refusal, req, res, options));
  });
}

/** Responds like a {@link FinalHandler}. A failure that it cannot throw goes to `fail`. */
type Respond = (error: unknown, req: Request, res: Response, fail: FailPayload) => void;

/**
 * Wraps a final handler so that every request ends, even if a handler set invalid headers or replaced methods
 * of the response.
 */
export function withLastResort(log: LogError, respond: Respond): FinalHandler {
  return (error, req, res) => {
    const fail: FailPayload = (failure) => {
      log(failure, req);
      cutOff(res);
    };
    try {
      respond(error, req, res, fail);
    } catch (failure) {
      fail(failure);
    }
  };
}

/** Wraps a log function so that its own errors neither end the process nor delay the response. */
export function guardLog(logError: LogError): LogError {
  return (error, req) => {
    try {
      const result: unknown = logError(error, req);
      if (result instanceof Promise) result.catch(warnOfThrow);
    } catch {
      warnOfThrow();
    }
  };
}

function warnOfThrow(): void {
  warn('NEXTPRESS_LOG_FAILED', 'The option logError threw, so an error was not logged: it must not throw.');
}

function cutOff(res: Response): void {
  if (res.headersSent) {
    if (!res.writableEnded) destroy(res);
    return;
  }
  try {
    for (const name of res.getHeaderNames()) res.removeHeader(name);
    res.statusCode = 500;
    res.statusMessage = '';
    res.end();
  } catch {
    destroy(res);
  }
}

function destroy(res: Response): void {
  try {
    res.destroy();
  } catch {
    (res.req.socket as Partial<Request['socket']> | undefined)?.destroy?.();
  }
}
