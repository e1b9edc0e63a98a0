/** @module Cold: the object that a shared plugin gets. */

import type { ParamCallback } from '../../types.ts';
import type { PathRules } from '../path/path-rules.ts';
import type { PlacedLayer } from '../registration/layer.ts';
import { PIPELINE, type Registry } from '../registration/registry.ts';
import type { RoutePlace } from '../registration/route-place.ts';
import type { Slot } from '../scopes/slot.ts';
import { ROUTER, STATE } from './application-state.ts';
import { PluginLoader } from './plugin-loader.ts';
import { SCOPE, type ScopeHost, type ScopeState } from './scope-host.ts';

/**
 * Makes the object that a shared plugin gets: the application or the scope in which the plugin is registered, but with the slot and the
 * loader of the plugin.
 */
export function sharedHost(outer: ScopeHost): ScopeHost {
  const { app, node, slot } = outer[SCOPE];
  const loader = new PluginLoader(app[STATE].loading);
  const state: ScopeState = { app, node, loader, slot };
  const own = { [SCOPE]: state, ready: () => state.loader.idle() };
  const { [ROUTER]: router } = outer as unknown as { readonly [ROUTER]?: Registered };
  if (router === undefined) return overlay(outer, { ...own, [PIPELINE]: registryIn(outer, state) });
  const ownRouter = overlay(router, { [PIPELINE]: registryIn(router, state) });
  const members = { ...own, [ROUTER]: ownRouter };
  // Express 4 has no `app.router`: reading it throws.
  const isVersion4 = outer[PIPELINE].rules.expressVersion === 4;
  return overlay(outer, isVersion4 ? members : { ...members, router: ownRouter });
}

/** What layers are added to. */
interface Registered {
  readonly [PIPELINE]: Registry;
}

function registryIn({ [PIPELINE]: registry }: Registered, state: ScopeState): Registry {
  return new SharedRegistry(registry, state);
}

/** A registry that adds layers to the slot of a shared plugin. */
class SharedRegistry implements Registry {
  readonly #registry: Registry;
  readonly #state: ScopeState;

  constructor(registry: Registry, state: ScopeState) {
    this.#registry = registry;
    this.#state = state;
  }

  get rules(): PathRules {
    return this.#registry.rules;
  }

  get layers(): readonly PlacedLayer[] {
    return this.#registry.layers;
  }

  get place(): RoutePlace {
    return this.#registry.place;
  }

  append(layer: PlacedLayer, claims?: boolean, slot: Slot = this.#state.slot): void {
    this.#registry.append(layer, claims, slot);
  }

  addParam(name: string, callback: ParamCallback): void {
    this.#registry.addParam(name, callback);
  }
}

/** An object with some other members. What is assigned to it is assigned to the original. */
function overlay<Target extends object>(target: Target, members: object): Target {
  return new Proxy(target, {
    get: (original, name, receiver) =>
      Object.hasOwn(members, name)
        ? members[name as keyof typeof members]
        : Reflect.get(original, name, receiver),
  });
}
