import type { Layer, ParamCallback, Router } from '../../types/application.ts';
import type { RouterOptions } from '../../types/values.ts';
import type { Dialect } from '../dialect.ts';
import { Pipeline } from '../planning/pipeline.ts';
import { define } from '../registration/define.ts';
import { defineRegistration } from '../registration/registration.ts';
import { PIPELINE, SLOT } from '../registration/registry.ts';
import { Slot } from '../scopes/slot.ts';
import { type MountedListener, runRouter } from './request-listener.ts';

/** The prototype of all routers. */
export const routerPrototype: object = Object.create(Function.prototype);
defineRegistration(routerPrototype);
define(
  routerPrototype,
  'handle',
  function handle(this: { readonly [PIPELINE]: Pipeline }, ...[req, res, next]: Parameters<MountedListener>) {
    runRouter(this[PIPELINE], req, res, next);
  },
);

/** Makes a router. As in Express, boolean options may be of any type. */
export function createRouterFunction(
  options: RouterOptions | null | undefined,
  dialect: Dialect,
  prototype: object,
): Router {
  const { caseSensitive, mergeParams, strict } = options ?? {};
  const pipeline = new Pipeline({ readOptions: () => ({ caseSensitive, strict }), dialect });
  pipeline.setOption('mergeParams', mergeParams);
  return routerOf(pipeline, prototype);
}

/** Makes the function of a router. It calls `handle`, because instrumentation replaces that method. */
export function routerOf(pipeline: Pipeline, prototype: object): Router {
  const router: MountedListener = (req, res, next) => (router as Router).handle(req, res, next);
  Object.setPrototypeOf(router, prototype);
  Object.defineProperty(router, PIPELINE, { value: pipeline });
  // Shared plugins get the router with another slot.
  Object.defineProperty(router, SLOT, { value: new Slot(pipeline), configurable: true });
  for (const [name, { get, set }] of Object.entries(PROPERTIES)) {
    Object.defineProperty(router, name, {
      get: () => get(pipeline),
      set: (value) => set(pipeline, value),
      enumerable: true,
      configurable: true,
    });
  }
  return router as Router;
}

interface Property {
  get(pipeline: Pipeline): unknown;
  set(pipeline: Pipeline, value: unknown): void;
}

/** The own properties of a router in Express, which user code may assign. */
const PROPERTIES: Readonly<Record<string, Property>> = {
  caseSensitive: optionProperty('caseSensitive'),
  mergeParams: optionProperty('mergeParams'),
  params: {
    get: (pipeline) => Object.fromEntries(pipeline.params),
    set: (pipeline, value) => pipeline.setParams(value as Record<string, ParamCallback[]>),
  },
  strict: optionProperty('strict'),
  stack: {
    get: (pipeline) => pipeline.stack,
    set: (pipeline, layers) => {
      pipeline.stack = layers as Layer[];
    },
  },
};

function optionProperty(name: keyof RouterOptions): Property {
  return {
    get: (pipeline) => pipeline.getOption(name),
    set: (pipeline, value) => pipeline.setOption(name, value),
  };
}
