import type { ParamCallback } from '../../types.ts';
import type { PathRules } from '../path/path-rules.ts';
import type { Slot } from '../scopes/slot.ts';
import type { PlacedLayer } from './layer.ts';
import type { RoutePlace } from './route-place.ts';

/** The key of the registered layers of a router or an application. */
export const PIPELINE: unique symbol = Symbol('pipeline');

/** The part of a pipeline that registration uses. */
export interface Registry {
  readonly rules: PathRules;
  readonly layers: readonly PlacedLayer[];
  readonly place: RoutePlace;
  /**
   * Adds a layer.
   *
   * @param claims - whether requests for its path that no route matches belong to the scope of the registry
   * @param slot - where in the scope; at the end by default
   */
  append(layer: PlacedLayer, claims?: boolean, slot?: Slot): void;
  addParam(name: string, callback: ParamCallback): void;
}

/** The registry of an application or a router of this copy of the package; `undefined` for other functions. */
export function registryOf(handle: object): Registry | undefined {
  return (handle as { readonly [PIPELINE]?: Registry })[PIPELINE];
}
