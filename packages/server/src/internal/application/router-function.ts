import type { Layer, ParamCallback, Router } from '../../types/application.ts';
import type { RouterOptions } from '../../types/values.ts';
import type { Dialect } from '../dialect.ts';
import { LayerRegistry } from '../planning/layer-registry.ts';
import { define } from '../registration/define.ts';
import { defineRegistration } from '../registration/registration.ts';
import { REGISTRAR, REGISTRY } from '../registration/registry.ts';
import { ScopeRegistrar } from '../scopes/scope-registrar.ts';
import { type MountedListener, runRouter } from './request-listener.ts';

/** The prototype of all routers. */
export const routerPrototype: object = Object.create(Function.prototype);
defineRegistration(routerPrototype);
define(
  routerPrototype,
  'handle',
  function handle(
    this: { readonly [REGISTRY]: LayerRegistry },
    ...[req, res, next]: Parameters<MountedListener>
  ) {
    runRouter(this[REGISTRY], req, res, next);
  },
);

/** Creates a router. As in Express, boolean options may be of any type. */
export function createRouterFunction(
  options: RouterOptions | null | undefined,
  dialect: Dialect,
  prototype: object,
): Router {
  const { caseSensitive, mergeParams, strict } = options ?? {};
  const registry = new LayerRegistry({ readOptions: () => ({ caseSensitive, strict }), dialect });
  registry.setOption('mergeParams', mergeParams);
  return routerOf(registry, prototype);
}

/** Creates the function of a router. It calls `handle`, because instrumentation replaces that method. */
export function routerOf(registry: LayerRegistry, prototype: object): Router {
  const router: MountedListener = (req, res, next) => (router as Router).handle(req, res, next);
  Object.setPrototypeOf(router, prototype);
  Object.defineProperty(router, REGISTRY, { value: registry });
  // Shared plugins get the router with another registrar.
  Object.defineProperty(router, REGISTRAR, { value: new ScopeRegistrar(registry), configurable: true });
  for (const [name, { get, set }] of Object.entries(PROPERTIES)) {
    Object.defineProperty(router, name, {
      get: () => get(registry),
      set: (value) => set(registry, value),
      enumerable: true,
      configurable: true,
    });
  }
  return router as Router;
}

interface Property {
  get(registry: LayerRegistry): unknown;
  set(registry: LayerRegistry, value: unknown): void;
}

/** The own properties of a router in Express, which applications may assign. */
const PROPERTIES: Readonly<Record<string, Property>> = {
  caseSensitive: optionProperty('caseSensitive'),
  mergeParams: optionProperty('mergeParams'),
  params: {
    get: (registry) => Object.fromEntries(registry.params),
    set: (registry, value) => registry.setParams(value as Record<string, ParamCallback[]>),
  },
  strict: optionProperty('strict'),
  stack: {
    get: (registry) => registry.stack,
    set: (registry, layers) => {
      registry.stack = layers as Layer[];
    },
  },
};

function optionProperty(name: keyof RouterOptions): Property {
  return {
    get: (registry) => registry.getOption(name),
    set: (registry, value) => registry.setOption(name, value),
  };
}
