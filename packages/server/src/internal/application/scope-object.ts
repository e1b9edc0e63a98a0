import type { ListedRoute, ParamCallback, ServerLayer } from '../../types.ts';
import type { Path } from '../path/path-matcher.ts';
import type { PathRules } from '../path/path-rules.ts';
import { define } from '../registration/define.ts';
import { isRouter } from '../registration/foreign-router.ts';
import type { PlacedLayer } from '../registration/layer.ts';
import { LayeredRoute } from '../registration/layered-route.ts';
import { listRoutes } from '../registration/list-routes.ts';
import { middlewareLayer } from '../registration/make-layer.ts';
import { mountRoutes } from '../registration/mounted-routes.ts';
import { defineRegistration, readUse } from '../registration/registration.ts';
import { PIPELINE, type Registry } from '../registration/registry.ts';
import { routeLayer } from '../registration/route-layer.ts';
import type { RoutePlace } from '../registration/route-place.ts';
import { joinPath } from '../scopes/join-path.ts';
import { markLayer, type ScopeNode } from '../scopes/scope-node.ts';
import type { Slot } from '../scopes/slot.ts';
import { STATE, type StatefulApplication } from './application-state.ts';
import { isApplication, mountApplication } from './mount-application.ts';
import { PluginLoader } from './plugin-loader.ts';
import { defineScoping } from './scope-functions.ts';
import { SCOPE, type ScopeHost, type ScopeState } from './scope-host.ts';

/** The prototype of all scopes except applications. */
const scopePrototype: object = {};
defineRegistration(scopePrototype);
defineScoping(scopePrototype, openScope);

const { param } = scopePrototype as { param(name: string, callback: ParamCallback): unknown };

const METHODS = {
  route(this: ScopeHost, path: Path): LayeredRoute {
    const { [PIPELINE]: registry, prefix } = this;
    const route = new LayeredRoute(
      routePath(prefix, path, registry.rules),
      registry.place,
      registry.rules.expressVersion,
    );
    registry.append(routeLayer(route, registry.rules));
    return route;
  },
  use(this: ScopeHost, ...args: unknown[]): ScopeHost {
    const { path, hasPath, handles } = readUse(args);
    const prefix = hasPath ? joinPath(this.prefix, path) : this.prefix || '/';
    for (const handle of handles) {
      if (isApplication(handle)) {
        mountApplication(this[SCOPE].app, prefix, handle as unknown as StatefulApplication, (...mount) =>
          addMiddleware(this, ...mount, true),
        );
      } else addMiddleware(this, prefix, handle, hasPath || isRouter(handle));
    }
    return this;
  },
  param(this: ScopeHost, names: string | readonly string[], callback: ParamCallback): ScopeHost {
    for (const name of [names].flat() as string[]) param.call(this, name, callback);
    return this;
  },
  listRoutes(this: ScopeHost): ListedRoute[] {
    return listRoutes(this[PIPELINE].layers);
  },
  async ready(this: ScopeHost): Promise<void> {
    // As in an application.
    await undefined;
    await this[SCOPE].loader.idle();
  },
};
for (const [name, method] of Object.entries(METHODS)) define(scopePrototype, name, method);

/** Makes the scope of a plugin. */
export function openScope(outer: ScopeHost, node: ScopeNode): ScopeHost {
  const { app } = outer[SCOPE];
  const state: ScopeState = { app, node, loader: new PluginLoader(app[STATE].loading), slot: node.slot };
  return Object.create(scopePrototype, {
    // Shared plugins get the scope with other values of these two.
    [SCOPE]: { value: state, configurable: true },
    [PIPELINE]: { value: new ScopeRegistry(node, outer[PIPELINE].rules), configurable: true },
    name: { value: node.name, enumerable: true },
    prefix: { value: node.prefix, enumerable: true },
    parent: { value: outer, enumerable: true },
    locals: { value: Object.create(outer.locals), writable: true, enumerable: true },
  });
}

/** The layers of a scope, for registration. */
class ScopeRegistry implements Registry {
  readonly rules: PathRules;
  readonly #node: ScopeNode;

  constructor(node: ScopeNode, rules: PathRules) {
    this.#node = node;
    this.rules = rules;
  }

  get layers(): readonly PlacedLayer[] {
    return this.#node.flatten();
  }

  get place(): RoutePlace {
    return this.#node.place;
  }

  append(layer: PlacedLayer, claims = false, slot: Slot = this.#node.slot): void {
    slot.stack.append(markLayer(layer, this.#node, claims));
  }

  addParam(name: string, callback: ParamCallback): void {
    this.#node.addParam(name, callback);
  }
}

/** With strict routing, `/` in a scope is the prefix with and without a slash, as in a router that is mounted there. */
function routePath(prefix: string, path: Path, { strict }: PathRules): Path {
  const joined = joinPath(prefix, path);
  return strict && prefix !== '' && path === '/' ? [prefix, `${prefix}/`] : joined;
}

function addMiddleware(scope: ScopeHost, path: Path, handle: ServerLayer, claims: boolean): void {
  const registry = scope[PIPELINE];
  const layer = middlewareLayer(path, handle, registry.rules);
  mountRoutes(registry.place, layer.rawPath, handle);
  registry.append(layer, claims);
}
