import { pathnameOf } from '@nextpress/core';
import { Chain, type ChainOptions, type Next } from '@nextpress/middleware';
import type { Params } from '@nextpress/router';
import type { ChainFunction, Request, Response } from '../../types/application.ts';
import type { Handler } from '../../types/declared-handlers.ts';
import type { RouteDialect } from '../dialect.ts';
import { checkDecoded } from '../path/path-params.ts';
import { LAYER_PATH, type Layer } from '../registration/layer.ts';
import type { HandlerGroup, LayeredRoute } from '../registration/layered-route.ts';
import { ALL, methodOf } from '../registration/methods.ts';
import { withValidations } from '../registration/route-entry.ts';
import { hasOwnDispatcher, type RouteLayer } from '../registration/route-layer.ts';
import type { HookContext } from '../scopes/hooks.ts';
import type { ScopeNode } from '../scopes/scope-node.ts';
import { recordMatch } from '../tracing/traced-function.ts';
import type { Instrument } from './instrument.ts';
import { runParamCallbacks } from './param-callbacks.ts';
import { type PlannedLayer, RUN, runInLayer, type Step, type StepRun } from './planned-chain.ts';

/** Placeholder for a route with several handlers; its step runs them. */
const ROUTE: ChainFunction = (_req: Request, _res: Response, next: Next) => next();

/** The handlers of a route for one method. */
export class RouteHandlers {
  readonly route: LayeredRoute;
  /** The scope of the route if it has param callbacks. */
  readonly scope: ScopeNode | undefined;
  /** The layer of the route when its events are published. */
  readonly traced: RouteLayer | undefined;
  readonly handles: readonly ChainFunction[];
  /** The only handler, which needs no chain of its own. */
  readonly only: Handler | undefined;
  readonly #options: ChainOptions<Request, Response>;
  /** Created by the first request that needs it. */
  #chain: Chain<Request, Response> | undefined;

  constructor(
    { route, scope, traced }: Pick<RouteHandlers, 'route' | 'scope' | 'traced'>,
    handles: readonly ChainFunction[],
    options: ChainOptions<Request, Response>,
  ) {
    this.route = route;
    this.scope = scope;
    this.traced = traced;
    this.handles = handles;
    const [first] = handles;
    this.only =
      handles.length === 1 && first !== undefined && first.length < 4 ? (first as Handler) : undefined;
    this.#options = options;
  }

  get chain(): Chain<Request, Response> {
    this.#chain ??= new Chain(this.handles, this.#options);
    return this.#chain;
  }
}

/** The handlers of some methods. */
export interface HandlersOfMethods {
  readonly methods: readonly string[];
  readonly handlers: RouteHandlers;
}

/** Prepares the handlers of a route: its own, or the dispatcher that instrumentation put there. */
export function handlersOf(
  layer: RouteLayer,
  owner: ScopeNode,
  dialect: RouteDialect,
  hooks: HookContext | undefined,
  instrument: Instrument,
): HandlersOfMethods[] {
  const { route } = layer;
  const scope = owner.hasParams ? owner : undefined;
  const traced = instrument.isTracing ? layer : undefined;
  const groups = traced === undefined ? route.groups() : route.groupsByMethod();
  return withHead(groups, scope !== undefined).map((group) => {
    const layers = hasOwnDispatcher(layer) ? withValidations(group.layers) : { early: [], handlers: [layer] };
    const functionOf = (own: Layer): ChainFunction => instrument.functionOf(own, route);
    const [early, handlers] = [layers.early.map(functionOf), layers.handlers.map(functionOf)];
    const handles =
      hooks === undefined || handlers.length === 0
        ? early.concat(handlers)
        : hooks.preValidation.concat(
            withObservers(early, hooks),
            hooks.preHandler,
            withObservers(handlers, hooks),
          );
    const { methods } = group;
    return { methods, handlers: new RouteHandlers({ route, scope, traced }, handles, dialect) };
  });
}

/** Precedes a route's error handlers, which handle errors before the stack sees them. */
const OBSERVE_ERROR: ChainFunction = (
  error: unknown,
  req: Request & { readonly [RUN]?: StepRun },
  _res: Response,
  next: Next,
) => {
  req[RUN]?.observeError(error);
  next(error);
};

/** Calls the `onError` hooks before the error handlers of the route. */
function withObservers(
  handlers: readonly ChainFunction[],
  { observesErrors }: HookContext,
): readonly ChainFunction[] {
  if (!observesErrors) return handlers;
  return handlers.flatMap((handler) => (handler.length === 4 ? [OBSERVE_ERROR, handler] : [handler]));
}

/** Express runs a route's param callbacks even if it has no handler for `HEAD`. */
function withHead(groups: readonly HandlerGroup[], hasParams: boolean): readonly HandlerGroup[] {
  const respondsToHead = groups.some(({ methods }) => methods.includes('HEAD') || methods.includes(ALL));
  return !hasParams || respondsToHead ? groups : [...groups, { methods: ['HEAD'], layers: [] }];
}

/** Plans a route that the router has found; `at` is its position among the routes of the chain. */
export function planRoute(
  handlers: RouteHandlers,
  index: number,
  at: number,
  owner: ScopeNode,
): PlannedLayer {
  const step = new RouteStep(handlers, at);
  return { index, layer: handlers.only ?? ROUTE, step, owner, context: undefined, prefix: undefined };
}

class RouteStep implements Step {
  readonly #handlers: RouteHandlers;
  readonly #at: number;

  constructor(handlers: RouteHandlers, at: number) {
    this.#handlers = handlers;
    this.#at = at;
  }

  enter(run: StepRun, layer: ChainFunction, next: Next): boolean {
    return enterRoute(run, layer, this.#handlers, run.captured[this.#at] as Params, next);
  }
}

/** Plans a route with a regular expression, which the router cannot index: it is matched against each request. */
export function planComparedRoute(
  layer: RouteLayer,
  groups: readonly HandlersOfMethods[],
  index: number,
  owner: ScopeNode,
): PlannedLayer {
  const step = new ComparedRouteStep(layer, groups);
  return { index, layer: ROUTE, step, owner, context: undefined, prefix: undefined };
}

class ComparedRouteStep implements Step {
  readonly #layer: RouteLayer;
  readonly #handlers = new Map<string, RouteHandlers>();

  constructor(layer: RouteLayer, groups: readonly HandlersOfMethods[]) {
    this.#layer = layer;
    for (const { methods, handlers } of groups) {
      for (const method of methods) this.#handlers.set(method, handlers);
    }
  }

  enter(run: StepRun, layer: ChainFunction, next: Next): boolean {
    const { req } = run;
    const match = this.#layer[LAYER_PATH].matcher?.match(pathnameOf(req));
    if (match !== undefined) {
      checkDecoded(match.params, run);
      const handlers = this.#handlers.get(methodOf(req)) ?? this.#handlers.get(ALL);
      if (handlers !== undefined) return enterRoute(run, layer, handlers, match.params, next);
    }
    run.skip(next);
    return false;
  }
}

function enterRoute(
  run: StepRun,
  layer: ChainFunction,
  handlers: RouteHandlers,
  captured: Params,
  next: Next,
): boolean {
  const { req, turn } = run;
  const { scope, traced, chain } = handlers;
  if (traced !== undefined) recordMatch(req, traced, pathnameOf(req));
  req.route = handlers.route;
  run.inLayer = undefined;
  run.setParams(captured);
  if (scope !== undefined) {
    runParamCallbacks(run, scope, Object.keys(captured), (error) => {
      if (error) next(error);
      // An error may have moved the request on while the callbacks ran.
      else if (run.turn === turn) runInLayer(run, chain, next);
    });
  } else if (layer === handlers.only) return true;
  else runInLayer(run, chain, next);
  return false;
}
