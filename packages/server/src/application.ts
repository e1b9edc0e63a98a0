import type { EventEmitter } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { ListenOptions } from 'node:net';
import type { NextFunction, ParamCallback } from './handler.ts';
import type { Path } from './internal/path/path-matcher.ts';
import type { Layer } from './internal/registration/layer.ts';
import type { ListedRoute } from './internal/registration/list-routes.ts';
import type { Anything, LocalsRecord } from './messages.ts';
import type { RegisterMethod, Registration } from './registration.ts';
import type { Router } from './router.ts';
import type { LookedUpView, RenderCallback, RenderOptions } from './views/render.ts';
import type { EngineLookup, ViewEngine } from './views/view-engine.ts';

/** Registers handlers of one method for a path; returns the application. */
export type ApplicationMethod = RegisterMethod<Application>;

/**
 * An application: a request listener that also registers what it answers. Give it to `http.createServer`, to a test
 * tool, to another application's `use`, or let it `listen` itself. It is an event emitter, and emits `mount` with the
 * application that it has been mounted in.
 */
export interface Application extends Registration<Application>, EventEmitter, Express.Application {
  (req: IncomingMessage, res: ServerResponse, next?: NextFunction): void;
  /** Gives the application its defaults, as when it was made: without routes, engines and settings of its own. */
  init(): void;
  /** Gives the settings that have a default their default. */
  defaultConfiguration(): void;
  /** The application itself, as a method. */
  handle(req: IncomingMessage, res: ServerResponse, next?: NextFunction): void;

  /** Registers handlers of `GET` for a path; with a name alone, reads a setting, as `set` does. */
  readonly get: ((setting: string) => Anything) & RegisterMethod<Application>;

  /**
   * Changes a setting, or reads it. A mounted application inherits those that it has not set itself, `trust proxy` among
   * them. Of `case sensitive routing` and `strict routing` the values count that the first path finds.
   *
   * @throws TypeError or RangeError naming the setting, when its value means nothing
   */
  set(setting: string, value: unknown): this;
  set(setting: string): Anything;
  /** Sets a setting to `true`. */
  enable(setting: string): this;
  /** Sets a setting to `false`. */
  disable(setting: string): this;
  /** Whether a setting is truthy. */
  enabled(setting: string): boolean;
  /** Whether a setting is falsy. */
  disabled(setting: string): boolean;
  /** Every setting by its name; those of the application around it are inherited. Read only: `set` changes them. */
  readonly settings: Record<string, Anything>;

  param(name: string | readonly string[], callback: ParamCallback): Application;

  /**
   * Renders views of an extension with a function, as template engines offer as `__express`.
   *
   * @throws Error when it is no function
   */
  engine(extension: string, engine: ViewEngine): this;
  /**
   * Renders a view with the locals of the application, and calls back with the text, or with the error that there is
   * no such view.
   *
   * @throws Error when no engine is known for it
   */
  render(view: string, callback: RenderCallback): void;
  render(view: string, options: RenderOptions, callback: RenderCallback): void;
  /** Engines by extension, with its dot; those of the application around it are inherited. */
  readonly engines: EngineLookup;
  /** Views that were looked up, by name, where `view cache` is on. */
  readonly cache: Record<string, LookedUpView>;

  /** What every rendered view sees, and code that has the application at hand; `settings` is among it. */
  locals: LocalsRecord;
  /** The path or paths that the application is mounted at, `/` while it isn't. */
  mountpath: Path;
  /** The application that this one is mounted in. */
  parent: Application | undefined;
  /** The router that holds what has been registered. */
  readonly router: Router;
  /** The routes of {@link Application.router} and of the routers mounted in it, in order. */
  listRoutes(): ListedRoute[];
  /**
   * Declared so that an application is assignable to `Router`, as in `@types/express`; `undefined` at run time, as in Express.
   *
   * @deprecated Use `app.router.stack`.
   */
  stack: Layer[];
  /** The prototypes of the application's requests and responses: what is put there, each of them has. */
  readonly request: object;
  readonly response: object;
  /** The path of the application, through all that it is mounted in; `''` where it isn't. */
  path(): string;

  /**
   * Makes an `http.Server` (an `https.Server` with the option `tls`) for the application and listens; the arguments
   * are those of `server.listen`. A callback is called once, with the server as `this`: when listening, or with the error
   * that prevents it.
   */
  listen(port?: number | string, host?: string, backlog?: number, callback?: ListenCallback): Server;
  listen(port: number | string, host: string, callback?: ListenCallback): Server;
  listen(portOrPath: number | string, callback?: ListenCallback): Server;
  listen(options: ListenOptions, callback?: ListenCallback): Server;
  listen(handle: object, callback?: ListenCallback): Server;
  listen(callback: ListenCallback): Server;

  /**
   * Stops listening, on every server that `listen` made: idle connections end at once, others after the response
   * they wait for. Resolves when all have ended.
   */
  close(): Promise<void>;
}

/** Called when a server listens, or with the error that prevents it. */
export type ListenCallback = (this: Server, error?: Error) => void;
