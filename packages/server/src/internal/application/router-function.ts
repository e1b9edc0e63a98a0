import type { ExpressVersion } from '@nextpress/core';
import type { Layer, Router } from '../../types.ts';
import type { RouterOptions } from '../../value-types.ts';
import { createPathRules } from '../path/path-rules.ts';
import { Pipeline } from '../planning/pipeline.ts';
import { define } from '../registration/define.ts';
import { defineRegistration, PIPELINE } from '../registration/registration.ts';
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

/** Makes the function of a router. It calls `handle`, because instrumentation replaces that method. */
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
