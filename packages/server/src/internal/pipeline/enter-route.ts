import { NO_PARAMS } from '@nextpress/core';
import { Chain, type Next } from '@nextpress/middleware';
import type { Params } from '@nextpress/router';
import type { Request, Response } from '../../messages.ts';
import { checkDecoded } from '../path/path-params.ts';
import { LAYER_PATH, type PlacedLayer, runsOwnRoute } from '../registration/layer.ts';
import type { LayeredRoute } from '../registration/layered-route.ts';
import { ALL } from '../registration/methods.ts';
import type { ServerLayer } from '../registration/stack.ts';
import { traceHandlers } from './development.ts';
import { runParamCallbacks } from './param-callbacks.ts';
import type { Pipeline } from './pipeline.ts';
import { CAPTURED, type RoutedRequest } from './route-params.ts';
import { paramsIn } from './visit.ts';

type Handlers = Chain<Request, Response>;

/**
 * Runs a route's handlers with what its path has captured, behind the callbacks of its params: the way of every route that
 * isn't simply the end of a planned chain. Outside of it the params are gone.
 */
export function enterRoute(
  pipeline: Pipeline,
  route: LayeredRoute,
  handlers: Handlers,
  own: Params,
  req: Request,
  res: Response,
  next: Next,
): void {
  req.route = route;
  req.params = paramsIn(pipeline, req, own);
  const leave = (error: unknown): void => {
    req.params = paramsIn(pipeline, req, NO_PARAMS);
    next(error);
  };
  if (pipeline.params.size === 0) handlers.run(req, res, leave);
  else {
    runParamCallbacks(pipeline.params, Object.keys(own), req, res, (error) => {
      // Of a callback's ways out `'route'` skips this route alone, as an error does before it is a handler's.
      if (error) leave(error === 'route' ? undefined : error);
      else handlers.run(req, res, leave);
    });
  }
}

/** A planned route whose captured params have callbacks to pass, or outer params to join. */
export function visitedRoute(pipeline: Pipeline, route: LayeredRoute, handlers: Handlers): ServerLayer {
  return (req: Request, res: Response, next: Next) =>
    enterRoute(pipeline, route, handlers, (req as RoutedRequest)[CAPTURED], req, res, next);
}

/** The functions that the requests of some methods pass in a route. */
interface HandleGroup {
  readonly methods: readonly string[];
  readonly handles: readonly ServerLayer[];
}

/** The functions that run a route: those of its own layers, or the one that has replaced them in the layer around. */
export function handleGroups(pipeline: Pipeline, layer: PlacedLayer, route: LayeredRoute): HandleGroup[] {
  return route.groups().map((group) => {
    const layers = runsOwnRoute(layer) ? group.layers : [layer];
    const handles = pipeline.traces
      ? traceHandlers(route, group.methods, layers)
      : layers.map(({ handle }) => handle);
    return { methods: group.methods, handles };
  });
}

/** A route with a regular expression, which no table can find: compared with each request that comes to its place. */
export function comparedRoute(pipeline: Pipeline, layer: PlacedLayer, route: LayeredRoute): ServerLayer {
  const { matcher } = layer[LAYER_PATH];
  const chains = new Map<string, Handlers>();
  for (const { methods, handles } of handleGroups(pipeline, layer, route)) {
    const chain = new Chain(handles, { publish: true });
    for (const method of methods) chains.set(method, chain);
  }
  return (req: Request, res: Response, next: Next) => {
    const chain = chains.get(req.method as string) ?? chains.get(ALL);
    const match = chain === undefined ? undefined : matcher?.match(req.pathname);
    if (chain === undefined || match === undefined) next();
    else {
      checkDecoded(req.pathname, match.params);
      enterRoute(pipeline, route, chain, match.params, req, res, next);
    }
  };
}
