/** @module The layers that start the hooks `onSend` and `onResponse`, and call those of `onError`. */

import type { Next } from '@nextpress/middleware';
import type { Request, Response, ServerLayer } from '../../types.ts';
import { RUN, type StepRun } from './planned-chain.ts';

type RunningRequest = Request & { readonly [RUN]?: StepRun };

/** Precedes the `onRequest` hooks in the chains of requests to which hooks of the response may apply. */
export const START_RESPONSE_HOOKS: ServerLayer = (req: RunningRequest, _res: Response, next: Next) => {
  req[RUN]?.startResponseHooks();
  next();
};

/** Precedes the error handlers of a route, which take errors before the stack sees them. */
export const OBSERVE_ERROR: ServerLayer = (
  error: unknown,
  req: RunningRequest,
  _res: Response,
  next: Next,
) => {
  req[RUN]?.observeError(error);
  next(error);
};
