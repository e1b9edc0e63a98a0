import type { Router, RouterOptions } from '../../router.ts';
import { listenInside, type MountedListener } from '../connection/request-listener.ts';
import { createPathRules } from '../path/path-rules.ts';
import { isDevelopment } from '../pipeline/development.ts';
import { Pipeline } from '../pipeline/pipeline.ts';
import { define } from '../registration/define.ts';
import type { Layer } from '../registration/layer.ts';
import { defineRegistration } from '../registration/registration.ts';
import { PIPELINE } from '../registration/stack.ts';

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

const OPTIONS: readonly string[] = ['caseSensitive', 'strict', 'mergeParams'];

/** Makes the function that a router is. */
export function createRouterFunction(options: RouterOptions = {}): Router {
  checkRouterOptions(options);
  const { caseSensitive = false, strict = false, mergeParams = false } = options;
  return routerOf(
    new Pipeline({
      rules: () => createPathRules(caseSensitive, strict),
      mergesParams: mergeParams,
      traces: isDevelopment(),
    }),
  );
}

/** The router that a pipeline is the inside of. It goes through `handle`, which instrumentation replaces. */
export function routerOf(pipeline: Pipeline): Router {
  const router: MountedListener = (req, res, next) => (router as Router).handle(req, res, next);
  Object.setPrototypeOf(router, routerPrototype);
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

function checkRouterOptions(options: RouterOptions): void {
  if (typeof options !== 'object' || options === null) {
    throw new TypeError(`Router() takes an object of options, got ${String(options)}: write {} or nothing`);
  }
  for (const [name, value] of Object.entries(options)) {
    if (!OPTIONS.includes(name)) {
      throw new TypeError(`Router() has no option "${name}": the options are ${OPTIONS.join(', ')}`);
    }
    if (value !== undefined && typeof value !== 'boolean') {
      throw new TypeError(`the option ${name} of Router() is ${typeof value}: write true or false`);
    }
  }
}
