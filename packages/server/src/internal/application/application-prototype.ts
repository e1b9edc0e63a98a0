import { EventEmitter } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { CloseHook, CloseHookName, CloseOptions, CloseReport } from '@nextpress/lifecycle';
import { ROUTES } from '@nextpress-internal/internals/keys';
import type {
  Application,
  HandlerList,
  ListedRoute,
  NextFunction,
  ParamCallback,
} from '../../types/application.ts';
import type { Explanation, RouteSummary } from '../../types/inspecting.ts';
import type { RouteTable } from '../../types/route-table.ts';
import type { Path } from '../../types/values.ts';
import { engine, render } from '../../views/render.ts';
import { checkPort, readListenArguments } from '../connection/listen-arguments.ts';
import { explain } from '../explaining/explain.ts';
import { summarizeRoutes } from '../explaining/summarize-routes.ts';
import { define } from '../registration/define.ts';
import { LayeredRoute } from '../registration/layered-route.ts';
import { METHOD_NAMES } from '../registration/methods.ts';
import { REGISTRY } from '../registration/registry.ts';
import { tableOf } from '../registration/route-table.ts';
import type { ScopeNode } from '../scopes/scope-node.ts';
import { ROUTER, SCOPE, STATE, type StatefulApplication } from './application-state.ts';
import { listenSetup } from './listen-setup.ts';
import { useFunctions } from './mount-application.ts';
import { register } from './register.ts';
import { defineScoping, whenLoaded } from './scope-functions.ts';

type This = StatefulApplication;

/** A route, by the names of its methods. */
type NamedRoute = Record<string, (...handlers: HandlerList) => unknown>;

const MEMBERS = {
  /** Called when the application is created. Libraries replace it, or call it on their own applications. */
  init(this: This): void {
    Object.assign(this, { engines: Object.create(null), cache: Object.create(null) });
    this[STATE].store.clear();
    this.defaultConfiguration();
    this[REGISTRY].reset();
    this[STATE].decorations.discard(this[REGISTRY].root);
  },
  defaultConfiguration(this: This): void {
    const { store } = this[STATE];
    store.restore();
    Object.assign(this, {
      locals: Object.assign(Object.create(null), { settings: this.settings }),
      mountpath: '/',
    });
  },
  handle(this: This, req: IncomingMessage, res: ServerResponse, next?: NextFunction): void {
    this[STATE].listener(req, res, next);
  },
  set(this: This, ...args: [setting: string, value?: unknown]): unknown {
    const { store } = this[STATE];
    if (args.length === 1) return store.values[args[0]];
    store.set(args[0], args[1]);
    return this;
  },
  enable(this: This, setting: string): unknown {
    return this.set(setting, true);
  },
  disable(this: This, setting: string): unknown {
    return this.set(setting, false);
  },
  enabled(this: This, setting: string): boolean {
    return Boolean(this.set(setting));
  },
  disabled(this: This, setting: string): boolean {
    return !this.set(setting);
  },
  path(this: This): string {
    return this.parent === undefined ? '' : this.parent.path() + String(this.mountpath);
  },
  use(this: This, ...args: unknown[]): unknown {
    useFunctions(this, args, (path, handle) => this[ROUTER].use(path, handle));
    return this;
  },
  route(this: This, path: Path): unknown {
    return this[ROUTER].route(path);
  },
  all(this: This, path: Path, ...handlers: HandlerList): unknown {
    const route = this.route(path) as unknown as NamedRoute;
    LayeredRoute.combine(route, () => {
      for (const method of METHOD_NAMES) route[method]?.(...handlers);
    });
    return this;
  },
  param(this: This, names: string | readonly string[], callback: ParamCallback): unknown {
    for (const name of [names].flat() as string[]) this[ROUTER].param(name, callback);
    return this;
  },
  listRoutes(this: This): ListedRoute[] {
    return this[ROUTER].listRoutes();
  },
  routes(this: This): readonly RouteSummary[] {
    return summarizeRoutes(this[REGISTRY]);
  },
  async explain(this: This, method: string, path: string): Promise<Explanation> {
    const { [REGISTRY]: registry, [STATE]: state } = this;
    return explain({ registry, messages: state.messages, ready: () => this.ready() }, method, path);
  },
  [ROUTES](this: This): RouteTable {
    return tableOf(this[REGISTRY]);
  },
  engine,
  render,
  listen(this: This, ...args: unknown[]): Server {
    const {
      [REGISTRY]: registry,
      [STATE]: { servers, shutdown },
    } = this;
    if (!registry.dialect.isLenient) checkPort(args[0]);
    const { node, own } = readListenArguments(args);
    shutdown.reopen();
    const setup = listenSetup(this, own);
    if (registry.loading !== undefined)
      return servers.listen(node, { ...setup, ready: whenLoaded(this[SCOPE].app[SCOPE]) });
    registry.plan().prepare();
    return servers.listen(node, setup);
  },
  async close(this: This, options: CloseOptions = {}): Promise<CloseReport> {
    const { root } = this[REGISTRY];
    return this[STATE].shutdown.close(options, (name) => closeHooks(name, root, this));
  },
  async [Symbol.asyncDispose](this: This): Promise<void> {
    await this.close();
  },
};

/**
 * Whether `get` was called with a path alone: Express takes it for the name of a setting, and returns
 * `undefined`.
 */
function lacksHandler({ [REGISTRY]: { dialect }, settings }: This, name: unknown): boolean {
  return !dialect.isLenient && String(name).startsWith('/') && !(String(name) in settings);
}

/** The prototype of all applications, with the methods of an event emitter. */
export const applicationPrototype: object = Object.create(Function.prototype);
for (const name of Object.getOwnPropertyNames(EventEmitter.prototype)) {
  if (name === 'constructor') continue;
  const descriptor = Object.getOwnPropertyDescriptor(EventEmitter.prototype, name);
  Object.defineProperty(applicationPrototype, name, descriptor as PropertyDescriptor);
}
for (const method of METHOD_NAMES) {
  define(
    applicationPrototype,
    method,
    function (this: This, ...args: [path: Path, ...handlers: HandlerList]) {
      if (method === 'get' && args.length === 1 && !lacksHandler(this, args[0]))
        return this.set(args[0] as string);
      const [path, ...handlers] = args;
      (this.route(path) as unknown as NamedRoute)[method]?.(...handlers);
      return this;
    },
  );
}
for (const name of Reflect.ownKeys(MEMBERS)) {
  define(applicationPrototype, name, MEMBERS[name as keyof typeof MEMBERS]);
}
defineScoping(applicationPrototype);
define(applicationPrototype, 'register', register);
define(applicationPrototype, 'prefix', '');
Object.defineProperty(applicationPrototype, ROUTER, {
  get(this: This) {
    return this.router;
  },
  configurable: true,
});

/** The hooks of a scope and its inner scopes: innermost first, and last registered first. */
function closeHooks(name: CloseHookName, scope: ScopeNode, app: Application): CloseHook[] {
  const inner = [...scope.children].reverse().flatMap((child) => closeHooks(name, child, app));
  const own = [...scope.hooksOf(name)].reverse().map((hook) => {
    const call = (): unknown => (hook as (app: Application) => unknown)(app);
    return Object.defineProperty(call, 'name', { value: hook.name });
  });
  return [...inner, ...own];
}
