import { type ExpressVersion, SETTINGS } from '@nextpress/core';
import type { ApplicationSettings, Request, Response } from '../../types.ts';

/**
 * Whether an error of a handler that has already called `next()` is ignored, because error handlers could only cut off the
 * response of another layer. Express runs them even then.
 */
export function isErrorTooLate(req: Request, res: Response, routerVersion?: ExpressVersion): boolean {
  if (!res.headersSent || routerVersion !== undefined) return false;
  return (req[SETTINGS] as ApplicationSettings | undefined)?.expressVersion === undefined;
}
