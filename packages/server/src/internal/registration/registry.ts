import type { ParamCallback } from '../../types/application.ts';
import type { PathRules } from '../path/path-rules.ts';
import type { PlacedLayer } from './layer.ts';
import type { RoutePlace } from './route-place.ts';

/** The key of the registered layers of a router or an application. */
export const PIPELINE: unique symbol = Symbol('pipeline');
/** The key of the slot of a router or a scope. */
export const SLOT: unique symbol = Symbol('slot');

/** Marks the function that mounts an application, which may be one of Express or of another copy of this package. */
export const MOUNTED: unique symbol = Symbol('mounted');

/** Registered layers, for reading. */
export interface Registry {
  readonly layers: readonly PlacedLayer[];
  readonly place: RoutePlace;
  readonly rules: PathRules;
}

/** Where the registrations of an object go: see `scopes/slot.ts`. */
export interface RegistrationSlot extends Registry {
  /** The prefix of the scope; `''` without one. */
  readonly prefix: string;
  /**
   * Adds a layer.
   *
   * @param claims - whether requests for its path that no route matches belong to the scope
   */
  append(layer: PlacedLayer, claims?: boolean): void;
  addParam(name: string, callback: ParamCallback): void;
}

/** The registry of an application or a router of this copy of the package; `undefined` for other functions. */
export function registryOf(handle: object): Registry | undefined {
  return (handle as { readonly [PIPELINE]?: Registry })[PIPELINE];
}
