import type { Response } from '../../messages.ts';
import type { Settings } from '../../options.ts';
import type { Done } from '../pipeline/pipeline.ts';
import { answerError } from './answer-error.ts';
import { answerUnmatched } from './answer-unmatched.ts';

/** Makes the end of an application's pipeline: the default answers, as its settings want them. */
export function answerWith(
  settings: Readonly<Record<string, unknown>>,
  logError: Settings['logError'],
): Done {
  const log = guarded(logError);
  return withLastResort(log, (error, req, res) => {
    const options = { revealing: settings.env === 'development', logError: log };
    if (error === undefined) answerUnmatched(req, res, (refusal) => answerError(refusal, req, res, options));
    else answerError(error, req, res, options);
  });
}

/** An end that answers whatever happens: an error whose own fields throw, a response that can't be sent as a handler has left it. */
export function withLastResort(log: Settings['logError'], answer: Done): Done {
  return (error, req, res) => {
    try {
      answer(error, req, res);
    } catch (failure) {
      log(failure, req);
      cutOff(res);
    }
  };
}

/** A log that fails must not end the process, nor keep a client waiting. */
export function guarded(logError: Settings['logError']): Settings['logError'] {
  return (error, req) => {
    try {
      const result: unknown = logError(error, req);
      if (result instanceof Promise) result.catch(warn);
    } catch {
      warn();
    }
  };
}

function warn(): void {
  process.emitWarning('logError has failed itself, so an error was not logged: it must not throw', {
    type: 'NextpressWarning',
    code: 'NEXTPRESS_LOG_FAILED',
  });
}

/** The last resort: nobody waits for what can't come. */
function cutOff(res: Response): void {
  if (!res.headersSent) {
    for (const name of res.getHeaderNames()) res.removeHeader(name);
    res.statusCode = 500;
    res.statusMessage = '';
    res.end();
  } else if (!res.writableEnded) res.destroy();
}
