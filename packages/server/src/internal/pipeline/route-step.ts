import { Chain, type Next } from '@nextpress/middleware';
import type { Params } from '@nextpress/router';
import type { Handler } from '../../handler.ts';
import type { Request, Response } from '../../messages.ts';
import { checkDecoded } from '../path/path-params.ts';
import { LAYER_PATH, type PlacedLayer, type RouteLayer, runsOwnRoute } from '../registration/layer.ts';
import type { HandlerGroup, LayeredRoute } from '../registration/layered-route.ts';
import { ALL } from '../registration/methods.ts';
import type { ServerLayer } from '../registration/stack.ts';
import { isTraced } from '../tracing/request-channel.ts';
import { noteMatched, tracedFunction } from '../tracing/traced-function.ts';
import { runParamCallbacks } from './param-callbacks.ts';
import type { Pipeline } from './pipeline.ts';
import type { Step } from './planned-chain.ts';
import { methodOf } from './request-method.ts';
import type { PipelineRun } from './run.ts';

/** Stands in a chain for a route of several handlers, which its step calls. */
export const ROUTE: ServerLayer = (_req: Request, _res: Response, next: Next) => next();

/** A route's handlers for one method. */
export interface RouteHandlers {
  readonly route: LayeredRoute;
  /** The layer of the route, if its events are published. */
  readonly traced: PlacedLayer | undefined;
  readonly chain: Chain<Request, Response>;
  /** The only handler, which needs no chain of its own. */
  readonly only: Handler | undefined;
}

/** The handlers of some methods. */
export interface HandlersOfMethods {
  readonly methods: readonly string[];
  readonly handlers: RouteHandlers;
}

/** The functions that run a route: those of its own layers, or the one that has replaced them in the layer around. */
export function handlersOf(pipeline: Pipeline, layer: RouteLayer): HandlersOfMethods[] {
  const { route } = layer;
  const traced = isTraced() ? layer : undefined;
  const groups = traced === undefined ? route.groups() : route.groupsByMethod();
  return withHead(pipeline, groups).map((group) => {
    const ownLayers = runsOwnRoute(layer) ? group.layers : undefined;
    // A function that replaces the route's own publishes nothing: the handlers that it runs do.
    const handles =
      traced === undefined || ownLayers === undefined
        ? (ownLayers ?? [layer]).map(({ handle }) => handle)
        : ownLayers.map((own) => tracedFunction(own));
    const [first] = handles;
    const only = handles.length === 1 && first !== undefined && first.length < 4 ? first : undefined;
    return {
      methods: group.methods,
      handlers: { route, traced, chain: new Chain(handles), only: only as Handler | undefined },
    };
  });
}

/** Express calls back for the params of a route also when it has no handler for `HEAD`. */
function withHead({ params }: Pipeline, groups: readonly HandlerGroup[]): readonly HandlerGroup[] {
  const respondsToHead = groups.some(({ methods }) => methods.includes('HEAD') || methods.includes(ALL));
  return params.size === 0 || respondsToHead ? groups : [...groups, { methods: ['HEAD'], layers: [] }];
}

/** A route that the router has found. */
export class RouteStep implements Step {
  readonly #handlers: RouteHandlers;
  readonly #params: Params | undefined;

  /** @param params - what the path captured; left out, what the run has captured */
  constructor(handlers: RouteHandlers, params?: Params) {
    this.#handlers = handlers;
    this.#params = params;
  }

  enter(run: PipelineRun, _layer: ServerLayer, next: Next): unknown {
    return enterRoute(run, this.#handlers, this.#params ?? run.captured, next);
  }
}

/** A route compared with each request that reaches it: one with a regular expression, which no table can find. */
export class ComparedRouteStep implements Step {
  readonly #layer: PlacedLayer;
  readonly #handlers = new Map<string, RouteHandlers>();

  constructor(layer: PlacedLayer, groups: readonly HandlersOfMethods[]) {
    this.#layer = layer;
    for (const { methods, handlers } of groups) {
      for (const method of methods) this.#handlers.set(method, handlers);
    }
  }

  enter(run: PipelineRun, _layer: ServerLayer, next: Next): unknown {
    const { req } = run;
    const match = this.#layer[LAYER_PATH].matcher?.match(req.pathname);
    if (match === undefined) return run.skip(next);
    checkDecoded(match.params);
    const method = methodOf(req);
    const handlers = this.#handlers.get(method) ?? this.#handlers.get(ALL);
    return handlers === undefined ? run.skip(next) : enterRoute(run, handlers, match.params, next);
  }
}

function enterRoute(run: PipelineRun, handlers: RouteHandlers, captured: Params, next: Next): unknown {
  const { req, res, pipeline } = run;
  if (handlers.traced !== undefined) noteMatched(req, handlers.traced, req.pathname);
  req.route = handlers.route;
  run.inRoute = undefined;
  req.params = run.paramsWith(captured);
  if (pipeline.params.size > 0) {
    runParamCallbacks(run, Object.keys(captured), (error) => {
      if (error) next(error);
      else run.inRoute = handlers.chain.run(req, res, next);
    });
    return undefined;
  }
  if (handlers.only !== undefined) return handlers.only(req, res, next);
  run.inRoute = handlers.chain.run(req, res, next);
  return undefined;
}
