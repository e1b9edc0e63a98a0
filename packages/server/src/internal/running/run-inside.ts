/** @module Hot: runs a request through a router or a mounted application. */

import { HttpError } from '@nextpress/semantics/http-error';
import type { Response } from '../../types/application.ts';
import type { RunRegistry } from '../planning/layer-registry.ts';
import { RUN } from '../planning/planned-chain.ts';
import { type OuterState, type RunningRequest, StackRun } from './run.ts';
import { trampoline } from './trampoline.ts';

/** How deep routers may nest. A router may contain itself, and then the time grows with the square of the depth. */
const MAX_LEVEL = 1500;

/** `baseUrl` and `params` are undefined in requests that were never in an application. */
type Outside = Pick<OuterState, 'baseUrl' | 'next' | 'params'>;

/** @param error - for the first layer */
export function runInside(
  registry: RunRegistry,
  req: RunningRequest,
  res: Response,
  outside: Outside,
  error?: unknown,
): void {
  const outerRun = req[RUN];
  const level = (outerRun?.outer?.level ?? 0) + 1;
  const hooks = outerRun?.chain.planned[outerRun.at]?.context;
  const outer = { run: outerRun, level, routerNext: req.next, hooks, ...outside };
  const run = new StackRun(registry, req, res, outer);
  if (level > MAX_LEVEL) run.finish(tooDeep());
  else if (error) run.restart(0, error);
  else trampoline(startRun, run);
}

function startRun(run: StackRun): void {
  run.start();
}

function tooDeep(): HttpError {
  const message = `Too many nested routers: expected at most ${MAX_LEVEL}. A router probably contains itself.`;
  return new HttpError(500, 'ERR_ROUTERS_TOO_DEEP', message);
}
