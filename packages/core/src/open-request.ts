/** @module Hot: runs once per request. Bench: `pnpm --filter @nextpress/core bench`. */

import type { ServerResponse } from 'node:http';
import { RESPONSE, readTarget, type TargetState } from './internal/request/target-state.ts';
import type { Params } from './request-helpers.ts';

/**
 * Begins a request whose prototype is patched: reads its target and gives it its own fields, all at once and in one
 * order, so that every request has one shape. A server calls it before it routes; without it, the helpers do the same
 * when they are first read.
 *
 * @param res - what `req.res` is then
 * @returns whether the target is well-formed: answer `malformedTarget()` when it isn't
 */
export function openRequest(req: { url?: string | undefined }, res?: ServerResponse): boolean {
  const opened = req as TargetState & { params: Params };
  const wellFormed = readTarget(opened, opened.url ?? '');
  opened.params = {};
  if (res !== undefined) opened[RESPONSE] = res;
  return wellFormed;
}
