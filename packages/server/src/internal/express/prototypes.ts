/** @module The prototypes of Express 4's applications and routers. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Route } from '../../router.ts';
import type {
  Application,
  NextFunction,
  ParamCallback,
  Request,
  Response,
  Router,
} from '../../types/application.ts';
import { applicationPrototype } from '../application/application-prototype.ts';
import { ROUTER, STATE, type StatefulApplication } from '../application/application-state.ts';
import { readOptions } from '../application/read-options.ts';
import { routerPrototype } from '../application/router-function.ts';
import { currentInstrument } from '../planning/instrument.ts';
import { runParamCallbacks } from '../planning/param-callbacks.ts';
import { define } from '../registration/define.ts';
import { PLACEHOLDER } from '../registration/registry.ts';
import { guardLog } from '../responding/final-handler.ts';
import type { ScopeNode } from '../scopes/scope-node.ts';
import { express5 } from './express5.ts';
import type { Layer4 } from './layer4.ts';

/** Creates a param callback from the arguments of `param(name, value)`. */
type ParamFactory = (name: string, value: unknown) => ParamCallback | undefined;
type Names = string | readonly string[];

const factories = new WeakMap<object, ParamFactory[]>();

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
const SETTINGS = Object.defineProperty({ env: undefined }, 'env', { get: () => process.env.NODE_ENV });
const log = guardLog(express5.errorLog(SETTINGS, readOptions({}).logError));
const respond = express5.finalHandler(SETTINGS, log, false);

/** Without `next` the router is the listener of a server, as in `http.createServer(router)`. */
function handle(this: Router, req: IncomingMessage, res: ServerResponse, next?: NextFunction): void {
  const { handle: run } = routerPrototype as { handle: (...args: unknown[]) => void };
  run.call(this, req, res, next ?? ((error: unknown) => respond(error, req as Request, res as Response)));
}

/** Runs the param callbacks for the keys of a layer. Only for instrumentations, which wrap it: requests do not use it. */
function processParams(
  this: Router,
  { keys = [] }: Pick<Layer4, 'keys'>,
  _called: object,
  ...[req, res, done]: Parameters<RequestLayer>
): void {
  const { params } = this as unknown as { readonly params: Readonly<Record<string, ParamCallback[]>> };
  // The part of a router's scope that the callbacks need.
  const scope = { lineage: [{ params: new Map(Object.entries(params)) }] } as unknown as ScopeNode;
  const run = { req, res, instrument: currentInstrument(), called: undefined, isErrorTooLate: () => false };
  const names = keys.map(({ name }) => String(name));
  runParamCallbacks(run, scope, names, done);
}
/** Makes the constructor of routers their prototype. */
export function defineRouterMembers(Router: object): void {
  Object.setPrototypeOf(Router, routerPrototype);
  const members = { handle, process_params: processParams, param, Route };
  for (const [name, value] of Object.entries(members)) define(Router, name, value);
}

export const applicationPrototype4: object = Object.create(applicationPrototype);

type RequestLayer = (req: Request, res: Response, next: NextFunction) => void;

/** The first layers of every application. Tools look for them by name; their work is done before any layer runs. */
const FIRST_LAYERS: readonly RequestLayer[] = [
  function query(_req: Request, _res: Response, next: NextFunction): void {
    next();
  },
  function expressInit(_req: Request, _res: Response, next: NextFunction): void {
    next();
  },
];
for (const layer of FIRST_LAYERS) Object.defineProperty(layer, PLACEHOLDER, { value: true });

/** An application, as the methods of Express 4 see it. */
interface Application4 extends StatefulApplication {
  readonly _router: Router | undefined;
  lazyrouter(): void;
}

/** The registration methods of Express 5. */
const { use, route } = applicationPrototype as Pick<Application, 'use' | 'route'>;

const MEMBERS = {
  use(this: Application4, ...args: Parameters<typeof use>): Application4 {
    this.lazyrouter();
    return use.apply(this, args) as unknown as Application4;
  },
  route(this: Application4, path: string): unknown {
    this.lazyrouter();
    return route.call(this, path);
  },
  param(this: Application4, names: Names | ParamFactory, value?: unknown): Application4 {
    this.lazyrouter();
    const add = this[ROUTER].param as (name: unknown, value?: unknown) => unknown;
    for (const name of [names].flat()) add.call(this[ROUTER], name, value);
    return this;
  },
  del(this: Application, ...args: Parameters<Application['delete']>): Application {
    return this.delete(...args);
  },
  /** Called before every registration. Libraries call it to get `app._router` early. */
  lazyrouter(this: Application4): void {
    if (this._router === undefined) this[ROUTER].use(...FIRST_LAYERS);
  },
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
  get(this: StatefulApplication): Router | undefined {
    return this[ROUTER].stack.length > 0 ? this[ROUTER] : undefined;
  },
  configurable: true,
});

Object.defineProperty(applicationPrototype4, ROUTER, {
  get(this: StatefulApplication): Router {
    return this[STATE].router;
  },
});

/** Code that supports several versions relies on this error to tell version 4 from 3 and 5. */
Object.defineProperty(applicationPrototype4, 'router', {
  get() {
    throw new Error(
      "'app.router' is deprecated!\nPlease see the 3.x to 4.x migration guide for details on how to update your app.",
    );
  },
  configurable: true,
});
