import { NO_PARAMS } from '@nextpress/core';
import type { Params } from '@nextpress/router';
import type { ParamsDictionary, Request } from '../../messages.ts';
import { mergeParams } from './merge-params.ts';
import type { Done, Pipeline } from './pipeline.ts';

/** What came of a param's callbacks. */
export interface CalledParam {
  /** The value as the path has it: the callbacks run again when another path has another. */
  readonly captured: unknown;
  /** The value as the callbacks left it. */
  value: unknown;
  error: unknown;
}

/** One run of a router that has param callbacks or merges params: what Express keeps in the router's own function. */
interface Visit {
  readonly pipeline: Pipeline;
  readonly around: Visit | undefined;
  /** The params of the mount around the router. */
  readonly outer: Params;
  readonly called: Map<string, CalledParam>;
}

const VISIT: unique symbol = Symbol('visit');

interface VisitingRequest extends Request {
  [VISIT]?: Visit | undefined;
}

/** Begins a visit; what is returned ends it. */
export function beginVisit(pipeline: Pipeline, req: Request, outer: Params, done: Done): Done {
  const visiting: VisitingRequest = req;
  const around = visiting[VISIT];
  visiting[VISIT] = { pipeline, around, outer, called: new Map() };
  return (error, out, res) => {
    visiting[VISIT] = around;
    done(error, out, res);
  };
}

/** Ends the visits inside of a pipeline's own that an error has come out of. */
export function returnTo(pipeline: Pipeline, req: Request): void {
  if (!pipeline.visits) return;
  let visit = (req as VisitingRequest)[VISIT];
  while (visit !== undefined && visit.pipeline !== pipeline) visit = visit.around;
  (req as VisitingRequest)[VISIT] = visit;
}

/** What `req.params` is to be where a pattern has captured `own`. */
export function paramsIn(pipeline: Pipeline, req: Request, own: Params): ParamsDictionary {
  if (!pipeline.mergesParams) return own as ParamsDictionary;
  return mergeParams(own, (req as VisitingRequest)[VISIT]?.outer ?? NO_PARAMS) as ParamsDictionary;
}

/** The params whose callbacks have run in this visit. */
export function calledParams(req: Request): Map<string, CalledParam> {
  return (req as VisitingRequest)[VISIT]?.called ?? new Map();
}
