/** @module `req.params`: an object of the request's own, made when it is first read without captures. */

import { NO_PARAMS } from '../../empty.ts';
import type { Params } from '../../request-helpers.ts';

/** Where a request keeps its params; {@link NO_PARAMS} until something is captured, assigned or read. */
export const PARAMS: unique symbol = Symbol('nextpress.params');

/** A request with a patched prototype. */
export interface ParamsState {
  readonly url?: string | undefined;
  [PARAMS]: Params;
}

export function getParams(this: ParamsState): Params {
  const params = this[PARAMS];
  // A prototype has no url: an object of its own would be shared by every request.
  if (params !== NO_PARAMS || this.url === undefined) return params;
  const made: Params = {};
  this[PARAMS] = made;
  return made;
}

export function setParams(this: ParamsState, params: Params): void {
  this[PARAMS] = params;
}

/** Gives a request that another framework made the same property. */
export function defineParams(req: object): void {
  if (Object.getOwnPropertyDescriptor(req, 'params')?.get === getParams) return;
  // Inherited by a request of another copy of this package.
  (req as ParamsState)[PARAMS] = (req as { params?: Params }).params ?? NO_PARAMS;
  Object.defineProperty(req, 'params', {
    get: getParams,
    set: setParams,
    enumerable: true,
    configurable: true,
  });
}

/** What `req.params` is, without making an object for a request that has none. */
export function peekParams(req: object): Params {
  return (req as ParamsState)[PARAMS];
}
