import { NO_PARAMS } from '@nextpress/core';
import { Chain, type ChainEnd, type Next } from '@nextpress/middleware';
import type { RouteMatch } from '@nextpress/router';
import type { Request, Response } from '../../messages.ts';
import { checkDecoded } from '../path/path-params.ts';
import type { ServerLayer } from '../registration/stack.ts';
import { enterRoute } from './enter-route.ts';
import type { Done, Pipeline } from './pipeline.ts';
import { chainOptions, type PlannedChain, type PlannedRoute } from './plan.ts';
import { paramsIn } from './visit.ts';

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
  req.params = paramsIn(pipeline, req, NO_PARAMS);
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
  if (ahead.length > 0) runRest(pipeline, planRest(pipeline, from, ahead), req, res, done, 0, error);
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
  const position = positionOf(unmatched, from);
  if (position === unmatched.origins.length) done(error, req, res);
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
    if (moved) descend(req, () => resume(pipeline, req, res, done, (origins[at] as number) + 1, out));
    else done(out === 'router' ? undefined : out, req, res);
  };
  chain.run(req, res, end, position, error);
}

/** How often a request's target or method has been changed; each change is a chain inside the one before. */
const MOVES: unique symbol = Symbol('moves');
const MOVES_DEEP = 50;

/** Goes on at once, or, after many changes, once the stack has been let go. */
function descend(req: Request & { [MOVES]?: number }, goOn: () => void): void {
  req[MOVES] = (req[MOVES] ?? 0) + 1;
  if (req[MOVES] % MOVES_DEEP === 0) setImmediate(goOn);
  else goOn();
}

/** Everything from a place in the stack on that concerns one request: the middleware and the routes it matches. */
function planRest(pipeline: Pipeline, from: number, matches: readonly Match[]): PlannedChain {
  const { unmatched } = pipeline.plan();
  const layers: ServerLayer[] = [];
  const origins: number[] = [];
  const { chain, origins: places } = unmatched;
  let position = positionOf(unmatched, from);
  let place = from - 1;
  for (const match of matches) {
    // Of one route's entries the first counts: the one for the method itself, before the one for all methods.
    if (match.value.place === place) continue;
    place = match.value.place;
    for (; position < places.length && (places[position] as number) < place; position++) {
      layers.push(chain.layers[position] as ServerLayer);
      origins.push(places[position] as number);
    }
    layers.push(routeLayer(pipeline, match));
    origins.push(place);
  }
  layers.push(...chain.layers.slice(position));
  origins.push(...places.slice(position));
  return { chain: new Chain(layers, chainOptions(pipeline, layers.length)), origins };
}

/** Where the middleware from a place in the stack on begins; the chain's length where there is none. */
function positionOf({ origins }: PlannedChain, from: number): number {
  const position = origins.findIndex((origin) => origin >= from);
  return position === -1 ? origins.length : position;
}

/** A matched route as one layer. */
function routeLayer(pipeline: Pipeline, { value, params }: Match): ServerLayer {
  return (req: Request, res: Response, next: Next) => {
    checkDecoded(req.pathname, params);
    enterRoute(pipeline, value.route, value.handlers, params, req, res, next);
  };
}
