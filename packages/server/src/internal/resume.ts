import { NO_PARAMS } from '@nextpress/core';
import { Chain, type ChainEnd, type RequestLayer } from '@nextpress/middleware';
import type { RouteMatch } from '@nextpress/router';
import type { Request, Response } from '../messages.ts';
import { checkDecodable } from './path-params.ts';
import type { Done, Pipeline } from './pipeline.ts';
import type { PlannedChain, PlannedRoute } from './plan.ts';
import type { ServerLayer, Stack } from './stack.ts';

type Match = RouteMatch<PlannedRoute>;

/**
 * The rare way: goes on from a place in the stack with whatever Express would run next, worked out now. Taken when a
 * route passes a request on, when a layer changed its target or method, and when an error comes out of a chain.
 */
export function resume(
  pipeline: Pipeline,
  req: Request,
  res: Response,
  done: Done,
  from: number,
  error: unknown,
): void {
  req.params = NO_PARAMS;
  if (error === 'router') {
    done(undefined, req, res);
    return;
  }
  let matches: Match[];
  try {
    matches = pipeline.plan().router.findAll(req.method as string, req.pathname);
  } catch (malformed) {
    // A layer has set `req.url` to something that is no request target.
    done(error ?? malformed, req, res);
    return;
  }
  const ahead = matches.filter((match) => match.value.place >= from);
  if (ahead.length > 0) runRest(pipeline, planRest(pipeline.stack, from, ahead), req, res, done, 0, error);
  else runUnmatched(pipeline, req, res, done, from, error);
}

/** The way of a request that no route matches: the middleware alone. */
export function resumeUnmatched(pipeline: Pipeline, req: Request, res: Response, done: Done): void {
  runUnmatched(pipeline, req, res, done, 0, undefined);
}

function runUnmatched(
  pipeline: Pipeline,
  req: Request,
  res: Response,
  done: Done,
  from: number,
  error: unknown,
): void {
  const { unmatched } = pipeline.plan();
  const position = unmatched.origins.findIndex((origin) => origin >= from);
  if (position === -1) done(error, req, res);
  else runRest(pipeline, unmatched, req, res, done, position, error);
}

function runRest(
  pipeline: Pipeline,
  { chain, origins }: PlannedChain,
  req: Request,
  res: Response,
  done: Done,
  position: number,
  error: unknown,
): void {
  const { url, method } = req;
  const end: ChainEnd<Request, Response> = (out, _req, _res, at) => {
    const moved = req.url !== url || req.method !== method;
    if (moved) resume(pipeline, req, res, done, (origins[at] as number) + 1, out);
    else done(out === 'router' ? undefined : out, req, res);
  };
  chain.run(req, res, end, position, error);
}

/** Everything from a place in the stack on that concerns one request: its middleware and the routes it matches. */
function planRest(stack: Stack, from: number, matches: readonly Match[]): PlannedChain {
  const layers: ServerLayer[] = [];
  const origins: number[] = [];
  const routes = new Map<number, Match>();
  // Of one route's entries the first counts: the one for the method itself, before the one for all methods.
  for (const match of matches) if (!routes.has(match.value.place)) routes.set(match.value.place, match);
  for (let place = from; place < stack.length; place++) {
    const entry = stack[place] as Stack[number];
    const match = routes.get(place);
    const layer = entry.kind === 'middleware' ? entry.layer : match && routeLayer(match);
    if (layer === undefined) continue;
    layers.push(layer);
    origins.push(place);
  }
  return { chain: new Chain(layers, { route: layers.length, rematch: true }), origins };
}

/** A matched route as one layer: its handlers with its params, which are gone when the request leaves it. */
function routeLayer(match: Match): ServerLayer {
  const layer: RequestLayer<Request, Response> = (req, res, next) => {
    checkDecodable(req.pathname, match.params);
    req.params = match.params;
    match.value.handlers.run(req, res, (out) => {
      req.params = NO_PARAMS;
      next(out);
    });
  };
  return Object.defineProperty(layer, 'name', { value: match.pattern });
}
