import { type ExpressVersion, isPayloadPending, SETTINGS } from '@nextpress/core';
import type { ApplicationSettings, Request, Response } from '../../types/application.ts';

/**
 * Whether an error of a handler that has already called `next()` is ignored, because error handlers could only cut off the
 * response of another layer. Express runs them even then, but not while an `onSend` hook has the response.
 */
export function isErrorTooLate(req: Request, res: Response, routerVersion?: ExpressVersion): boolean {
  if (isPayloadPending(res)) return true;
  if (!res.headersSent || routerVersion !== undefined) return false;
  return (req[SETTINGS] as ApplicationSettings | undefined)?.expressVersion === undefined;
}
