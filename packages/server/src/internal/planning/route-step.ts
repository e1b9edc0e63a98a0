import { pathnameOf } from '@nextpress/core';
import type { Next } from '@nextpress/middleware';
import type { Params } from '@nextpress/router';
import type { Request, Response, ServerLayer } from '../../types/application.ts';
import { checkDecoded } from '../path/path-params.ts';
import type { Layer } from '../registration/layer.ts';
import type { HandlerGroup, LayeredRoute } from '../registration/layered-route.ts';
import { ALL } from '../registration/methods.ts';
import { withValidations } from '../registration/route-entry.ts';
import { hasOwnDispatcher, type RouteLayer } from '../registration/route-layer.ts';
import type { HookContext } from '../scopes/hooks.ts';
import type { ScopeNode } from '../scopes/scope-node.ts';
import { recordMatch } from '../tracing/traced-function.ts';
import type { Instrument } from './instrument.ts';
import { runParamCallbacks } from './param-callbacks.ts';
import { type PlannedLayer, PREPARED, RUN, type Step, type StepRun } from './planned-chain.ts';

/** The handlers of a route for some methods. */
export interface RouteHandlers {
  readonly methods: readonly string[];
  readonly route: LayeredRoute;
  /** The scope of the route if it has param callbacks. */
  readonly scope: ScopeNode | undefined;
  /** The layer of the route when its events are published. */
  readonly traced: RouteLayer | undefined;
  /** With the hooks and validations before them. */
  readonly handles: readonly ServerLayer[];
}

/** Prepares the handlers of a route: its own, or the function by which instrumentation has replaced its dispatcher. */
export function handlersOf(
  layer: RouteLayer,
  owner: ScopeNode,
  hooks: HookContext | undefined,
  instrument: Instrument,
): RouteHandlers[] {
  const { route } = layer;
  const scope = owner.hasParams ? owner : undefined;
  const traced = instrument.isTracing ? layer : undefined;
  const groups = traced === undefined ? route.groups() : route.groupsByMethod();
  return withHead(groups, scope !== undefined).map((group) => {
    const layers = hasOwnDispatcher(layer) ? withValidations(group.layers) : { early: [], handlers: [layer] };
    const functionOf = (own: Layer): ServerLayer => instrument.functionOf(own, route);
    const [early, handlers] = [layers.early.map(functionOf), layers.handlers.map(functionOf)];
    const handles =
      hooks === undefined || handlers.length === 0
        ? [...early, ...handlers]
        : [...hooks.preValidation, ...early, ...hooks.preHandler, ...handlers];
    return { methods: group.methods, route, scope, traced, handles };
  });
}

/** Express calls the param callbacks of a route also when it has no handler for `HEAD`. */
function withHead(groups: readonly HandlerGroup[], hasParams: boolean): readonly HandlerGroup[] {
  const respondsToHead = groups.some(({ methods }) => methods.includes('HEAD') || methods.includes(ALL));
  return !hasParams || respondsToHead ? groups : [...groups, { methods: ['HEAD'], layers: [] }];
}

/**
 * Plans the layers of a route for the requests that match it; `index` is its position among the routes of the chain. Without handlers
 * its params cannot be decoded.
 */
export function planRoute(
  handlers: RouteHandlers | undefined,
  index: number,
  { place, owner }: Pick<PlannedLayer, 'place' | 'owner'>,
): PlannedLayer[] {
  const known = { place, owner, context: undefined };
  if (handlers === undefined) return [{ ...known, layer: failDecoding(index), step: undefined }];
  const { handles, scope } = handlers;
  const layers = scope === undefined ? withEntry(handles) : [callParams(index, scope), ...handles];
  const step = new RouteStep(handlers, index);
  return layers.map((layer, at) => ({ ...known, layer, step: at === 0 ? step : PREPARED, group: step }));
}

/** Every request of a route enters it by the first layer, which error handlers are not for. */
function withEntry(handles: readonly ServerLayer[]): readonly ServerLayer[] {
  const [first] = handles;
  return first !== undefined && first.length < 4 ? handles : [enterRoute, ...handles];
}

const enterRoute: ServerLayer = (_req: Request, _res: Response, next: Next) => next();

type RunningRequest = Request & { readonly [RUN]?: StepRun };

function failDecoding(index: number): ServerLayer {
  return (req: Request) => {
    const run = runOf(req);
    checkDecoded(run.captured[index] as Params, run);
  };
}

function runOf({ [RUN]: run }: RunningRequest): StepRun {
  return run as StepRun;
}

/** Calls the param callbacks of a route. As in Express, their errors are not for the error handlers of the route. */
function callParams(index: number, scope: ScopeNode): ServerLayer {
  return (req: Request, _res: Response, next: Next) => {
    const { next: leave } = req;
    const run = runOf(req);
    runParamCallbacks(run, scope, Object.keys(run.captured[index] as Params), (error) => {
      if (error) leave?.(error);
      else next();
    });
  };
}

/** Prepares a request for the layers of a route. */
class RouteStep implements Step {
  readonly #handlers: RouteHandlers;
  readonly #index: number;

  constructor(handlers: RouteHandlers, index: number) {
    this.#handlers = handlers;
    this.#index = index;
  }

  enter(run: StepRun, _layer: ServerLayer, next: Next): boolean {
    const { req } = run;
    const { route, traced } = this.#handlers;
    if (traced !== undefined) recordMatch(req, traced, pathnameOf(req));
    req.next = run.leaving(next);
    req.route = route;
    run.setParams(run.captured[this.#index] as Params);
    return true;
  }
}
