import { EventEmitter } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Outline } from '../../outline.ts';
import type {
  Application,
  HandlerList,
  ListedRoute,
  NextFunction,
  ParamCallback,
  Request,
  Response,
  ServerLayer,
} from '../../types.ts';
import { engine, render } from '../../views/render.ts';
import type { Listeners } from '../connection/listeners.ts';
import { keepMessages, type Messages } from '../messages/message-prototypes.ts';
import type { Path } from '../path/path-matcher.ts';
import type { Pipeline } from '../planning/pipeline.ts';
import { define } from '../registration/define.ts';
import { METHOD_NAMES } from '../registration/methods.ts';
import { OUTLINE, readOutline } from '../registration/read-outline.ts';
import { PIPELINE, readUse } from '../registration/registration.ts';
import { inheritPrototypes } from './extended-prototypes.ts';
import type { ApplicationListener } from './request-listener.ts';
import type { SettingsStore } from './settings-store.ts';

export const STATE: unique symbol = Symbol('state');

/** State that only the methods of an application use. */
export interface ApplicationState {
  readonly store: SettingsStore;
  readonly messages: Messages;
  readonly listeners: Listeners;
  /** Receives requests from a server, or from an application that mounts this one. */
  readonly listener: ApplicationListener;
}

/** An application, as its methods see it. */
export interface StatefulApplication extends Application {
  readonly [STATE]: ApplicationState;
  readonly [PIPELINE]: Pipeline;
  [OUTLINE](): Outline;
}

type This = StatefulApplication;

/** A route, by the names of its methods. */
type NamedRoute = Record<string, (...handlers: HandlerList) => unknown>;

const METHODS = {
  /** Called when the application is made. Libraries replace it, or call it on their own applications. */
  init(this: This): void {
    Object.assign(this, { engines: Object.create(null), cache: Object.create(null) });
    this[STATE].store.clear();
    this.defaultConfiguration();
    this[PIPELINE].reset();
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
    const { path, handles } = readUse(args);
    for (const handle of handles) {
      if (isApplication(handle)) mount(this, path, handle as unknown as This);
      else this.router.use(path, handle);
    }
    return this;
  },
  route(this: This, path: Path): unknown {
    return this.router.route(path);
  },
  all(this: This, path: Path, ...handlers: HandlerList): unknown {
    const route = this.route(path) as unknown as NamedRoute;
    for (const method of METHOD_NAMES) route[method]?.(...handlers);
    return this;
  },
  param(this: This, names: string | readonly string[], callback: ParamCallback): unknown {
    for (const name of [names].flat() as string[]) this.router.param(name, callback);
    return this;
  },
  listRoutes(this: This): ListedRoute[] {
    return this.router.listRoutes();
  },
  [OUTLINE](this: This): Outline {
    return readOutline(this[PIPELINE].layers);
  },
  engine,
  render,
  listen(this: This, ...args: unknown[]): Server {
    this[PIPELINE].plan();
    return this[STATE].listeners.listen(args);
  },
  close(this: This): Promise<void> {
    return this[STATE].listeners.close();
  },
};

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
      if (method === 'get' && args.length === 1) return this.set(args[0] as string);
      const [path, ...handlers] = args;
      (this.route(path) as unknown as NamedRoute)[method]?.(...handlers);
      return this;
    },
  );
}
for (const name of Reflect.ownKeys(METHODS)) {
  define(applicationPrototype, name, METHODS[name as keyof typeof METHODS]);
}

/**
 * Mounts an application, which another copy of this package or Express itself may have made. As in Express, listeners of `mount`
 * see the inherited settings and prototypes.
 */
function mount(outer: This, path: Path, inner: This): void {
  if (inner === outer) {
    throw new TypeError(
      'Invalid handler in use(): expected another application or router, got the application itself',
    );
  }
  inner.mountpath = path;
  inner.parent = outer;
  outer.router.use(path, mountedApplication(inner));
  if (STATE in inner) {
    inner[STATE].store.inherit(outer[STATE].store);
    inheritPrototypes(inner[STATE].messages, outer[STATE].messages);
    Object.setPrototypeOf(inner.engines, outer.engines);
  }
  inner.emit('mount', outer);
}

/** Turns an application into middleware of another one, with the function name that Express uses and tools look for. */
function mountedApplication(inner: This): ServerLayer {
  const restoresMessages = STATE in inner && inner[PIPELINE].expressVersion === undefined;
  const handle: ServerLayer = restoresMessages
    ? (req: Request, res: Response, next: NextFunction) => inner.handle(req, res, next)
    : (req: Request, res: Response, next: NextFunction) => {
        const restore = keepMessages(req, res);
        inner.handle(req, res, (error) => {
          restore();
          next(error);
        });
      };
  if (OUTLINE in inner) define(handle, OUTLINE, () => inner[OUTLINE]());
  return Object.defineProperty(handle, 'name', { value: 'mounted_app' });
}

/** Recognizes an application as Express does. */
function isApplication(handle: ServerLayer): boolean {
  const application = handle as unknown as { handle?: unknown; set?: unknown };
  return typeof application.handle === 'function' && typeof application.set === 'function';
}
