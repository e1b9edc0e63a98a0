/** @module The prototypes of Express 4's applications and routers. */
import type { Server } from 'node:http';
import { Route } from '../../route.ts';
import type { RouterConstructor } from '../../router.ts';
import type { Application, ParamCallback, Router } from '../../types.ts';
import type { RouterOptions } from '../../value-types.ts';
import { applicationPrototype } from '../application/application-prototype.ts';
import { createRouterFunction, routerPrototype } from '../application/router-function.ts';
import { define } from '../registration/define.ts';

/** Makes a param callback from the arguments of `param(name, value)`. */
type ParamFactory = (name: string, value: unknown) => ParamCallback | undefined;
type Names = string | readonly string[];

const factories = new WeakMap<object, ParamFactory[]>();

/**
 * Makes a router of Express 4. Routers inherit from this function, because libraries add methods to it.
 */
export const Router4: RouterConstructor = function Router(options?: RouterOptions | null): Router {
  return createRouterFunction(options, 4, Router4);
} as unknown as RouterConstructor;
Object.setPrototypeOf(Router4, routerPrototype);

/** `param(name, callback)`, with or without a colon before the name, or `param(factory)`. */
function param(this: Router, name: string | ParamFactory, value?: unknown): Router {
  const own = factories.get(this) ?? [];
  if (typeof name === 'function') {
    factories.set(this, [...own, name]);
    return this;
  }
  const plain = name.startsWith(':') ? name.slice(1) : name;
  const callback = own.reduce((made, factory) => factory(plain, made) || made, value);
  const { param: add } = routerPrototype as Router;
  return add.call(this, plain, callback as ParamCallback);
}
define(Router4, 'param', param);
define(Router4, 'Route', Route);

export const applicationPrototype4: object = Object.create(applicationPrototype);

const MEMBERS = {
  param(this: Application, names: Names | ParamFactory, value?: unknown): Application {
    const add = this.router.param as (name: unknown, value?: unknown) => unknown;
    for (const name of [names].flat()) add.call(this.router, name, value);
    return this;
  },
  del(this: Application, ...args: Parameters<Application['delete']>): Application {
    return this.delete(...args);
  },
  lazyrouter(): void {},
  /** The callback is only a listener of `listening`, and does not get the error of a failed `listen`. */
  listen(this: Application, ...args: unknown[]): Server {
    const callback = typeof args.at(-1) === 'function' ? (args.pop() as () => void) : undefined;
    const { listen } = applicationPrototype as { listen: (...given: unknown[]) => Server };
    const server = listen.apply(this, args);
    if (callback !== undefined) server.once('listening', callback);
    return server;
  },
};
for (const [name, value] of Object.entries(MEMBERS)) define(applicationPrototype4, name, value);

/** `undefined` until something is registered, because tools wait for it. */
Object.defineProperty(applicationPrototype4, '_router', {
  get(this: Application): Router | undefined {
    return this.router.stack.length > 0 ? this.router : undefined;
  },
  configurable: true,
});
