import type { Router, RouterOptions } from '../../router.ts';
import { listenInside, type MountedListener } from '../connection/request-listener.ts';
import { createPathRules } from '../path/path-rules.ts';
import { Pipeline } from '../pipeline/pipeline.ts';
import { define } from '../registration/define.ts';
import type { Layer } from '../registration/layer.ts';
import { defineRegistration } from '../registration/registration.ts';
import { PIPELINE } from '../registration/stack.ts';
import type { ExpressVersion } from './settings-store.ts';

/** What every router inherits. */
export const routerPrototype: object = Object.create(Function.prototype);
defineRegistration(routerPrototype);
define(
  routerPrototype,
  'handle',
  function handle(this: { readonly [PIPELINE]: Pipeline }, ...[req, res, next]: Parameters<MountedListener>) {
    listenInside(this[PIPELINE], req, res, next);
  },
);

/** Makes the function that a router is. As in Express, options that are true or false may be any value. */
export function createRouterFunction(
  options: RouterOptions | null | undefined,
  expressVersion: ExpressVersion | undefined,
  prototype: object,
): Router {
  const { caseSensitive, strict, mergeParams } = options ?? {};
  return routerOf(
    new Pipeline({
      rules: () => createPathRules(Boolean(caseSensitive), Boolean(strict), expressVersion),
      expressVersion,
      mergesParams: Boolean(mergeParams),
    }),
    prototype,
  );
}

/** The router that a pipeline is the inside of. It goes through `handle`, which instrumentation replaces. */
export function routerOf(pipeline: Pipeline, prototype: object): Router {
  const router: MountedListener = (req, res, next) => (router as Router).handle(req, res, next);
  Object.setPrototypeOf(router, prototype);
  return Object.defineProperties(router as Router, {
    [PIPELINE]: { value: pipeline },
    stack: {
      get: () => pipeline.stack,
      set: (layers: Layer[]) => {
        pipeline.stack = layers;
      },
      enumerable: true,
      configurable: true,
    },
  });
}
