/** @module Hot: runs once per request. */

import type { ServerResponse } from 'node:http';
import { RESPONSE, readTarget, type TargetState } from './internal/request/target-state.ts';
import type { Params } from './request-helpers.ts';

/**
 * Parses the target of a request with a patched prototype and assigns its properties, all at once and in one order, so that
 * every request has one shape. Servers call it before routing. Without it, the helpers parse the target when they are first used.
 *
 * @param res - the value of `req.res`
 * @returns whether the target is well-formed. If not, respond with the error `malformedTarget()`.
 */
export function openRequest(req: { url?: string | undefined }, res?: ServerResponse): boolean {
  const opened = req as TargetState & { params: Params };
  const isWellFormed = readTarget(opened, opened.url ?? '');
  opened.params = {};
  if (res !== undefined) opened[RESPONSE] = res;
  return isWellFormed;
}
