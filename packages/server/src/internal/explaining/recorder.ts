/** @module Cold: replaces the functions of a plan with functions that record their call and continue. */

import { pathnameOf } from '@nextpress/core';
import type { Next } from '@nextpress/middleware';
import type { ChainFunction, ParamCallback, Request, Response } from '../../types/application.ts';
import type { Handler } from '../../types/declared-handlers.ts';
import type { ExplainedStep, StepKind } from '../../types/inspecting.ts';
import type { Path } from '../../types/values.ts';
import { joinPaths } from '../path/join-paths.ts';
import type { Instrument } from '../planning/instrument.ts';
import type { LayerRegistry } from '../planning/layer-registry.ts';
import { RUN } from '../planning/planned-chain.ts';
import { isStackLayer, type Layer } from '../registration/layer.ts';
import type { LayeredRoute } from '../registration/layered-route.ts';
import { methodOf } from '../registration/methods.ts';
import { registryOf } from '../registration/registry.ts';
import { entryOf } from '../registration/route-entry.ts';
import { isForUpgrades } from '../registration/upgrades.ts';
import type { RunningRequest } from '../running/run.ts';
import { runInside } from '../running/run-inside.ts';
import type { HookEntry, HookFunction } from '../scopes/hooks.ts';
import { ownerOf, type ScopeNode } from '../scopes/scope-node.ts';
import {
  describeHook,
  describeLayer,
  fullPath,
  groupFor,
  nameOf,
  scopeName,
  type Visit,
} from './describe-step.ts';
import type { DryRegistry, Recording } from './recording.ts';

/** Functions that record their call and continue. All explanations share their plans. */
export const RECORDER: Instrument = {
  isTracing: false,
  takes: () => true,

  functionOf(layer: Layer): ChainFunction {
    const { handle } = layer;
    if (handle.length > 4) return handle;
    if (handle.length === 4) {
      return (error: unknown, req: Request, _res: Response, next: Next) => {
        recordLayer(layer, req);
        next(error);
      };
    }
    const inner = registryOf(handle) as LayerRegistry | undefined;
    return (req: Request, res: Response, next: Next) => {
      const step = recordLayer(layer, req);
      if (isForUpgrades(handle)) next('route');
      else if (inner !== undefined) runInner(inner, layer, req, res, next);
      else {
        if (seemsToEnd(layer, req)) recordingOf(req).end(res, step);
        next();
      }
    };
  },

  hookOf(hook: HookEntry, scope: ScopeNode): ChainFunction {
    return (req: Request, _res: Response, next: Next) => {
      recordHook(hook, scope, req);
      next();
    };
  },

  observerOf(hook: HookEntry, scope: ScopeNode): HookFunction {
    const isForErrors = hook.name === 'onError';
    return ((first: unknown, second: unknown) => {
      recordHook(hook, scope, (isForErrors ? second : first) as Request);
    }) as HookFunction;
  },

  paramOf(callback: ParamCallback, name: string, scope: ScopeNode): ParamCallback {
    return (req, _res, next) => {
      recordParam(callback, name, scope, req as Request);
      next();
    };
  },

  notFoundOf(handler: Handler, scope: ScopeNode): ChainFunction {
    return (req: Request, res: Response, next: Next) => {
      const { depth, prefix } = visitOf(req);
      const step = record(req, handler, {
        kind: 'not-found handler',
        name: nameOf(handler),
        path: fullPath(prefix, scope.prefix || '/'),
        methods: [],
        scope: scopeName(scope),
        depth,
        registeredAt: undefined,
      });
      recordingOf(req).end(res, step);
      next();
    };
  },
};

function runInner(inner: LayerRegistry, layer: Layer, req: Request, res: Response, next: Next): void {
  const { depth, prefix } = visitOf(req);
  // A router that handles a route is not mounted at the path of the route.
  const path: Path = isStackLayer(layer) ? joinPaths(prefix, layer.rawPath) : prefix;
  const visit = { origin: inner, prefix: path, depth: depth + 1, pathname: pathnameOf(req) };
  const { baseUrl, params } = req;
  runInside(recordingOf(req).enter(visit), req, res, { next, baseUrl, params });
}

function recordLayer(layer: Layer, req: Request): ExplainedStep {
  const visit = visitOf(req);
  if (!isStackLayer(layer)) return record(req, routeOf(req), describeHandler(layer, req, visit));
  return record(req, layer.route ?? layer, describeLayer(layer, visit));
}

function recordHook(hook: HookEntry, scope: ScopeNode, req: Request): void {
  const visit = visitOfScope(scope, req);
  if (visit !== undefined) record(req, hook, describeHook(hook, scope, visit));
}

function recordParam(callback: ParamCallback, name: string, scope: ScopeNode, req: Request): void {
  record(req, callback, {
    kind: 'param',
    name: nameOf(callback),
    path: `:${name}`,
    methods: [],
    scope: scopeName(scope),
    depth: visitOf(req).depth,
    registeredAt: undefined,
  });
}

/** @param key - what has run, for {@link DryRegistry.ran} */
function record(req: Request, key: object, step: ExplainedStep): ExplainedStep {
  dryRegistryOf(req).ran.add(key);
  recordingOf(req).add(step, key);
  return step;
}

function recordingOf(req: Request): Recording {
  return dryRegistryOf(req).recording;
}

function dryRegistryOf(req: RunningRequest): DryRegistry {
  return req[RUN]?.registry as DryRegistry;
}

function visitOf(req: RunningRequest): Visit {
  return dryRegistryOf(req).visit;
}

/** The visit of the stack that a scope belongs to: hooks of the response run for everything inside. */
function visitOfScope({ lineage }: ScopeNode, req: RunningRequest): Visit | undefined {
  let run = req[RUN];
  while (run !== undefined) {
    const { visit } = run.registry as DryRegistry;
    if (visit.origin.root === lineage[0]) return visit;
    run = run.outer?.run;
  }
  return undefined;
}

function routeOf({ route }: Request): LayeredRoute {
  return route;
}

/** Describes a handler or a validation of the route that a request has reached. */
function describeHandler(layer: Layer, req: Request, { origin, prefix, depth }: Visit): ExplainedStep {
  const route = routeOf(req);
  const placed = origin.layers.find((each) => (each.route as unknown) === route);
  const entry = entryOf(layer);
  return {
    kind: kindIn(route, layer),
    name: nameOf(layer.handle),
    path: fullPath(prefix, placed?.rawPath ?? route.path),
    methods: groupFor(route, methodOf(req))?.methods ?? [],
    scope: placed && scopeName(ownerOf(placed)),
    depth,
    registeredAt: entry?.registeredAt,
  };
}

function kindIn(route: LayeredRoute, layer: Layer): StepKind {
  if (layer.handle.length === 4) return 'error handler';
  if (entryOf(layer) !== undefined) return 'handler';
  const isSerializer = [...route.entries()].some(({ serializers }) => serializers.includes(layer));
  return isSerializer ? 'serialization' : 'validation';
}

/** Whether a function usually responds: the last handler of a route, and any that declares no `next`. */
function seemsToEnd(layer: Layer, req: Request): boolean {
  if (isStackLayer(layer)) return layer.route !== undefined || declaresNoNext(layer.handle);
  if (entryOf(layer) === undefined) return false;
  const handlers = groupFor(routeOf(req), methodOf(req))?.layers.filter(({ handle }) => handle.length < 4);
  return handlers?.at(-1) === layer || declaresNoNext(layer.handle);
}

/** A function without declared parameters may use rest parameters or `arguments`. */
function declaresNoNext({ length }: ChainFunction): boolean {
  return length === 1 || length === 2;
}
