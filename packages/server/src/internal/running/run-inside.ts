/** @module Hot: runs a request through a router or a mounted application. */

import { HttpError } from '@nextpress/semantics/http-error';
import type { Response } from '../../types/application.ts';
import type { RunPipeline } from '../planning/pipeline.ts';
import { RUN } from '../planning/planned-chain.ts';
import { type OuterState, PipelineRun, type RunningRequest } from './run.ts';
import { trampoline } from './trampoline.ts';

/** How many routers a request may be in. A router may contain itself, and then the time grows with the square of the level. */
const MAX_LEVEL = 1500;

/** `baseUrl` and `params` are undefined in requests that were never in an application. */
type Outside = Pick<OuterState, 'baseUrl' | 'next' | 'params'>;

/** @param error - for the first layer */
export function runInside(
  pipeline: RunPipeline,
  req: RunningRequest,
  res: Response,
  outside: Outside,
  error?: unknown,
): void {
  const outerRun = req[RUN];
  const level = (outerRun?.outer?.level ?? 0) + 1;
  const hooks = outerRun?.chain.planned[outerRun.at]?.context;
  const outer = { run: outerRun, level, routerNext: req.next, hooks, ...outside };
  const run = new PipelineRun(pipeline, req, res, outer);
  if (level > MAX_LEVEL) run.fail(tooDeep());
  else if (error) run.restart(0, error);
  else trampoline(startRun, run);
}

function startRun(run: PipelineRun): void {
  run.start();
}

function tooDeep(): HttpError {
  const message = `Too many nested routers: expected at most ${MAX_LEVEL}. A router probably contains itself.`;
  return new HttpError(500, 'ERR_ROUTERS_TOO_DEEP', message);
}
