/** @module Cold: how a plan turns what was registered into the functions that it runs. */

import type { Handler, ParamCallback, ServerLayer } from '../../types.ts';
import type { Layer } from '../registration/layer.ts';
import type { HookEntry } from '../scopes/hook-list.ts';
import type { HookFunction } from '../scopes/hooks.ts';
import type { ScopeNode } from '../scopes/scope-node.ts';
import { isTraced } from '../tracing/request-channel.ts';
import { tracedFunction } from '../tracing/traced-function.ts';

/** The callbacks of params, by name. */
type Callbacks = ReadonlyMap<string, readonly ParamCallback[]>;

/** Replaces the functions of a plan. */
export interface Instrument {
  /** Whether requests record the layers they reach. Each method of a route then has a chain of its own. */
  readonly isTracing: boolean;
  /** The function of a layer of the stack or of a route. */
  functionOf(layer: Layer): ServerLayer;
  /** The function of a hook before the handlers. */
  hookOf(hook: HookEntry, scope: ScopeNode): ServerLayer;
  /** The function of a hook of the response. */
  observerOf(hook: HookEntry, scope: ScopeNode): HookFunction;
  paramsOf(callbacks: Callbacks, scope: ScopeNode): Callbacks;
  notFoundOf(handler: Handler, scope: ScopeNode): ServerLayer;
}

/** Every function as it was registered. */
const PLAIN: Instrument = {
  isTracing: false,
  functionOf: ({ handle }) => handle,
  hookOf: ({ layer }) => layer,
  observerOf: ({ hook }) => hook,
  paramsOf: (callbacks) => callbacks,
  notFoundOf: (handler) => handler,
};

/** Layers that publish their calls. What instrumentation has put in the place of a route is called as it is. */
const TRACING: Instrument = {
  ...PLAIN,
  isTracing: true,
  functionOf: (layer) => (layer.route === undefined ? tracedFunction(layer) : layer.handle),
};

/** The instrument for requests, which depends on whether the tracing channel has subscribers. */
export function currentInstrument(): Instrument {
  return isTraced() ? TRACING : PLAIN;
}
