/** @module Cold: chooses the functions that a plan runs for what was registered. */

import type { Next } from '@nextpress/middleware';
import type { ChainFunction, ParamCallback, Request, Response } from '../../types/application.ts';
import type { Handler } from '../../types/declared-handlers.ts';
import { functionOf, type Layer } from '../registration/layer.ts';
import type { LayeredRoute } from '../registration/layered-route.ts';
import { isUpgrade } from '../registration/upgrades.ts';
import type { HookEntry, HookFunction } from '../scopes/hooks.ts';
import type { ScopeNode } from '../scopes/scope-node.ts';
import { isTraced } from '../tracing/request-channel.ts';
import { tracedFunction, tracedParam } from '../tracing/traced-function.ts';

/** Chooses the functions of a plan. Each instrument has its own plan. */
export interface Instrument {
  /** Whether requests record the layers they reach. Each method of a route then has a chain of its own. */
  readonly isTracing: boolean;
  /** Whether the plan includes a route. */
  takes(route: LayeredRoute): boolean;
  /** The function of a layer of the stack, or of a route. */
  functionOf(layer: Layer, route?: LayeredRoute): ChainFunction;
  /** The function of a hook before the handlers. */
  hookOf(hook: HookEntry, scope: ScopeNode): ChainFunction;
  /** The function of a hook of the response. */
  observerOf(hook: HookEntry, scope: ScopeNode): HookFunction;
  /** The function of a callback of the param `name`. */
  paramOf(callback: ParamCallback, name: string, scope: ScopeNode): ParamCallback;
  notFoundOf(handler: Handler, scope: ScopeNode): ChainFunction;
}

/** Every function as it was registered. */
const PLAIN: Instrument = {
  isTracing: false,
  takes: () => true,
  functionOf,
  hookOf: ({ layer }) => layer,
  observerOf: ({ hook }) => hook,
  paramOf: (callback) => callback,
  notFoundOf: (handler) => handler,
};

/** Layers publish their calls. If instrumentation replaced a route's dispatcher, that runs unchanged. */
const TRACING: Instrument = {
  ...PLAIN,
  isTracing: true,
  functionOf(layer) {
    const handle = functionOf(layer);
    return layer.route === undefined ? tracedFunction(layer, handle) : handle;
  },
  paramOf: tracedParam,
};

const UPGRADING = withoutPages(PLAIN);
const TRACED_UPGRADING = withoutPages(TRACING);

/** For upgrades to WebSocket, which skip the handler of a route's page. */
function withoutPages(instrument: Instrument): Instrument {
  return {
    ...instrument,
    takes: (route) => !route.skipsUpgrades,
    functionOf: (layer, route) => (layer === route?.page ? skipRoute : instrument.functionOf(layer)),
  };
}

const skipRoute: ChainFunction = (_req: Request, _res: Response, next: Next) => next('route');

/** The instrument for requests other than upgrades. It depends on whether the tracing channel has subscribers. */
export function currentInstrument(): Instrument {
  return isTraced() ? TRACING : PLAIN;
}

export function instrumentFor(req: Request): Instrument {
  if (!isUpgrade(req)) return currentInstrument();
  return isTraced() ? TRACED_UPGRADING : UPGRADING;
}
