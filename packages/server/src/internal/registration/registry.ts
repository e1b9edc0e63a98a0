import type { ParamCallback } from '../../types/application.ts';
import type { PathRules } from '../path/path-matcher.ts';
import type { StackLayer } from './layer.ts';
import type { RouteHooks } from './route-hooks.ts';

/** The key of the registered layers of a router or an application. */
export const REGISTRY: unique symbol = Symbol('registry');
/** The key of the registrar of a router or a scope. */
export const REGISTRAR: unique symbol = Symbol('registrar');

/** Marks the function that mounts an application, which may be one of Express or of another copy of this package. */
export const MOUNTED: unique symbol = Symbol('mounted');

/** Registered layers, for reading. */
export interface Registry {
  readonly layers: readonly StackLayer[];
  readonly routeHooks: RouteHooks;
  readonly rules: PathRules;
}

/** Adds the registrations of a router or a scope: see `scopes/scope-registrar.ts`. */
export interface Registrar extends Registry {
  /** The prefix of the scope; `''` without one. */
  readonly prefix: string;
  /**
   * Adds a layer.
   *
   * @param claims - whether requests for its path that no route matches belong to the scope
   */
  append(layer: StackLayer, claims?: boolean): void;
  addParam(name: string, callback: ParamCallback): void;
}

/** The registry of an application or a router of this copy of the package; `undefined` for other functions. */
export function registryOf(handle: object): Registry | undefined {
  return (handle as { readonly [REGISTRY]?: Registry })[REGISTRY];
}

/** Marks a function that is in the stack only because tools look for its name there. Requests skip it. */
export const PLACEHOLDER: unique symbol = Symbol('placeholder');
