/** @module The public types. They refer to each other (a request has its application), so they share a file. */

import type { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { HelperSettings, RequestHelpers, ResponseHelpers, SETTINGS } from '@nextpress/core';
import type { Layer as ChainLayer, Next } from '@nextpress/middleware';
import type { FileHelpers } from './internal/messages/file-helper-types.ts';
import type { Path } from './internal/path/path-matcher.ts';
import type { MethodName } from './internal/registration/methods.ts';
import type { Listening } from './listening.ts';
import type {
  Anything,
  LayerMatch,
  LocalsRecord,
  ParamsDictionary,
  ParamsOf,
  ParsedQuery,
  PathMatcher,
} from './value-types.ts';
import type { LookedUpView, RenderCallback, RenderOptions } from './views/render.ts';
import type { EngineLookup, ViewEngine } from './views/view-engine.ts';

declare global {
  /** Properties that packages add to the messages, such as `req.session`. Express's types use the same namespace. */
  namespace Express {
    interface Request {}
    interface Response {}
    interface Locals {}
    interface Application {}
  }
}

/** The settings that the helpers read, and the application they belong to. */
export interface ApplicationSettings extends HelperSettings {
  app: Application;
}

/**
 * Node's request with Nextpress's helpers. The type parameters have Express's order: captured params, response content,
 * parsed body, query, `res.locals`.
 */
export interface Request<
  P = ParamsDictionary,
  ResBody = Anything,
  ReqBody = Anything,
  ReqQuery = ParsedQuery,
  Locals extends LocalsRecord = LocalsRecord,
> extends IncomingMessage,
    Omit<RequestHelpers, 'params' | 'body' | 'query' | 'res'>,
    Express.Request {
  /** Values captured by the path of the route or the prefix, decoded; an empty object elsewhere. */
  params: P;
  /** The parsed body, set by a body parser. */
  body: ReqBody;
  /** The query of `url`, parsed when it is first read. It follows `url` until user code assigns it. */
  query: ReqQuery;
  /** Set by middleware such as cookie-parser, whose types declare it in the same way. */
  cookies: Record<string, Anything>;
  /** Cookies whose signature is valid. */
  signedCookies: Record<string, Anything>;
  /** The secret of cookie-parser, with which `res.cookie` signs. */
  secret?: string | undefined;
  /** The prefixes that mounts have removed from `url`; `''` outside of them. */
  baseUrl: string;
  /** The application that handles the request: the innermost one where applications are mounted. */
  app: Application;
  /** The last route that the request has reached; `undefined` before. Untyped, as in Express's types. */
  route: Anything;
  /** The response to the request. */
  res?: Response<ResBody, Locals>;
  /** The `next` of the layer that is running. */
  next?: NextFunction | undefined;
  /** Read by the helpers. */
  [SETTINGS]: ApplicationSettings;
}

/** Node's response with Nextpress's helpers. The type parameters are the content and `res.locals`, as in Express's types. */
export interface Response<ResBody = Anything, Locals extends LocalsRecord = LocalsRecord>
  extends ServerResponse,
    ResponseHelpers,
    FileHelpers,
    Express.Response {
  json(value?: ResBody): this;
  jsonp(value?: ResBody): this;
  send(body?: ResBody): this;
  locals: Locals & Express.Locals;
  /**
   * Responds with a view, rendered with the locals of the response and of the application. Without a callback the text is
   * sent, and an error goes to the error handlers.
   */
  render(view: string, callback: RenderCallback): void;
  render(view: string, options?: RenderOptions, callback?: RenderCallback): void;
  /** The application that handles the request: the innermost one where applications are mounted. */
  app: Application;
  req: Request;
  /** Read by the helpers. */
  [SETTINGS]: ApplicationSettings;
}

/** Continues with the next layer: see `Next` of `@nextpress/middleware`. */
export type NextFunction = Next;

/** Responds to a request, or continues with `next()`. The rejection of a returned promise goes to the error handlers. */
export type RequestHandler<
  P = ParamsDictionary,
  ResBody = Anything,
  ReqBody = Anything,
  ReqQuery = ParsedQuery,
  Locals extends LocalsRecord = LocalsRecord,
> = (
  req: Request<P, ResBody, ReqBody, ReqQuery, Locals>,
  res: Response<ResBody, Locals>,
  next: NextFunction,
) => unknown;

type HandlesError<Thrown, P, ResBody, ReqBody, ReqQuery, Locals extends LocalsRecord> = {
  // A method, because TypeScript compares the parameters of methods in both directions.
  handle(
    error: Thrown,
    req: Request<P, ResBody, ReqBody, ReqQuery, Locals>,
    res: Response<ResBody, Locals>,
    next: NextFunction,
  ): unknown;
}['handle'];

/** Responds to an error. It must declare four parameters. The error is `any`, as in Express's types. */
export type ErrorRequestHandler<
  P = ParamsDictionary,
  ResBody = Anything,
  ReqBody = Anything,
  ReqQuery = ParsedQuery,
  Locals extends LocalsRecord = LocalsRecord,
> = HandlesError<Anything, P, ResBody, ReqBody, ReqQuery, Locals>;

/** A {@link RequestHandler} of a route, by the params that its pattern captures. */
export type Handler<P = ParamsDictionary> = RequestHandler<P>;

/** An {@link ErrorRequestHandler} whose error is `unknown`. A handler may still declare the type it expects. */
export type ErrorHandler<P = ParamsDictionary> = HandlesError<
  unknown,
  P,
  Anything,
  Anything,
  ParsedQuery,
  LocalsRecord
>;

/**
 * What registers as a handler: a function that takes a request or an error, an application, a router, and lists of them.
 *
 * An inline function gets its types from {@link RequestHandler}, or with four parameters from {@link InlineErrorHandler}. A
 * function with types of its own only has to take messages of `node:http`, so middleware for Express's types fits.
 */
export type HandlerArgument<
  P = ParamsDictionary,
  ResBody = Anything,
  ReqBody = Anything,
  ReqQuery = ParsedQuery,
  Locals extends LocalsRecord = LocalsRecord,
> =
  | RequestHandler<P, ResBody, ReqBody, ReqQuery, Locals>
  | InlineErrorHandler<P, ResBody, ReqBody, ReqQuery, Locals>
  | TypedErrorHandler<P, ResBody, ReqBody, ReqQuery, Locals>
  | Middleware['handle']
  | Middleware['handleError']
  | readonly HandlerArgument<P, ResBody, ReqBody, ReqQuery, Locals>[];

/** The arguments of a registration, in order. */
export type HandlerList<P = ParamsDictionary> = readonly HandlerArgument<P>[];

type ErrorCall<P, ResBody, ReqBody, ReqQuery, Locals extends LocalsRecord> = (
  error: Anything,
  req: Request<P, ResBody, ReqBody, ReqQuery, Locals>,
  res: Response<ResBody, Locals>,
  next: NextFunction,
) => unknown;

/** Accepts error handlers with types of their own. The generic signature keeps it from giving types to inline functions. */
interface TypedErrorHandler<P, ResBody, ReqBody, ReqQuery, Locals extends LocalsRecord>
  extends ErrorCall<P, ResBody, ReqBody, ReqQuery, Locals> {
  <_>(...args: Parameters<ErrorCall<P, ResBody, ReqBody, ReqQuery, Locals>>): unknown;
}

/**
 * Gives inline functions of four parameters their types. The second signature makes TypeScript ignore it for functions with
 * fewer parameters, and no function is assignable to it: {@link TypedErrorHandler} and {@link Middleware} accept them.
 */
interface InlineErrorHandler<P, ResBody, ReqBody, ReqQuery, Locals extends LocalsRecord>
  extends ErrorCall<P, ResBody, ReqBody, ReqQuery, Locals> {
  <_>(req: IncomingMessage, res: ServerResponse, next: NextFunction): unknown;
}

/**
 * Functions with types of their own, on the messages of `node:http` or on any that extend them. The second signatures keep
 * TypeScript from giving these types to inline functions.
 */
interface Middleware {
  handle(req: IncomingMessage, res: ServerResponse, next: Anything): unknown;
  handle<_>(req: IncomingMessage, res: ServerResponse, next: Anything): unknown;
  handleError(error: Anything, req: IncomingMessage, res: ServerResponse, next: Anything): unknown;
  handleError<_>(error: Anything, req: IncomingMessage, res: ServerResponse, next: Anything): unknown;
}

/** Prepares a request for the value of a param, such as loading a user. `next()` continues, `next(error)` fails. */
export type ParamCallback = (
  req: Request,
  res: Response,
  next: NextFunction,
  value: Anything,
  name: string,
) => unknown;

/** A function that a chain runs: a handler, middleware, a whole application. */
export type ServerLayer = ChainLayer<Request, Response>;

/**
 * Registers handlers of one method for a path, and returns the application or router. In a list of paths the first that
 * matches counts. A regular expression captures by the names of its groups, or by their numbers from 0.
 *
 * The params of an inline handler come from the path. The second signature is for explicit types, such as
 * `app.post<Params, ResBody, ReqBody>(path, …)`. The third is for a union of applications and routers, because TypeScript
 * does not call generic members of unions.
 *
 * @throws TypeError when the path is invalid, or when there is no handler
 */
export interface RegisterMethod<This> {
  <const P extends Path>(path: P, ...handlers: HandlerList<ParamsOf<P>>): This;
  <
    P = ParamsDictionary,
    ResBody = Anything,
    ReqBody = Anything,
    ReqQuery = ParsedQuery,
    Locals extends LocalsRecord = LocalsRecord,
  >(
    path: Path,
    ...handlers: readonly HandlerArgument<P, ResBody, ReqBody, ReqQuery, Locals>[]
  ): This;
  (path: Path, ...handlers: HandlerList): This;
}

/** Registers middleware, and returns the application or router: see {@link Registration.use}. */
export interface RegisterMiddleware<This> {
  <const P extends Path>(prefix: P, ...handlers: HandlerList<ParamsOf<P>>): This;
  (...handlers: HandlerList): This;
  <
    P = ParamsDictionary,
    ResBody = Anything,
    ReqBody = Anything,
    ReqQuery = ParsedQuery,
    Locals extends LocalsRecord = LocalsRecord,
  >(
    prefix: Path,
    ...handlers: readonly HandlerArgument<P, ResBody, ReqBody, ReqQuery, Locals>[]
  ): This;
  <
    P = ParamsDictionary,
    ResBody = Anything,
    ReqBody = Anything,
    ReqQuery = ParsedQuery,
    Locals extends LocalsRecord = LocalsRecord,
  >(
    ...handlers: readonly HandlerArgument<P, ResBody, ReqBody, ReqQuery, Locals>[]
  ): This;
  (prefix: Path, ...handlers: HandlerList): This;
}

/** The registration methods that applications and routers share. */
export interface Registration<This> extends Record<Exclude<MethodName, 'get'>, RegisterMethod<This>> {
  /** Registers handlers of every method for a path. */
  readonly all: RegisterMethod<This>;

  /**
   * Registers middleware, error handlers (four parameters), routers or applications, for every path or for those under a
   * prefix. Inside, `req.url` is the rest after the prefix, and `req.baseUrl` the prefix.
   *
   * @throws TypeError when there is no handler, or when one of the arguments is not a function
   */
  readonly use: RegisterMiddleware<This>;

  /** Returns a route, which registers handlers of several methods for one path. */
  route<const P extends Path>(path: P): Route<ParamsOf<P>>;

  /**
   * Registers a callback for a param that the path of a route or a prefix captures. It runs before the handlers, once per
   * request and value.
   *
   * @throws TypeError when the name is not a string, or the callback is not a function
   */
  param(name: string, callback: ParamCallback): This;
}

/** Registers handlers of one method on a route; returns the route. */
export interface RouteMethod<P> {
  (...handlers: HandlerList<P>): Route<P>;
  <
    Params = P,
    ResBody = Anything,
    ReqBody = Anything,
    ReqQuery = ParsedQuery,
    Locals extends LocalsRecord = LocalsRecord,
  >(
    ...handlers: readonly HandlerArgument<Params, ResBody, ReqBody, ReqQuery, Locals>[]
  ): Route<P>;
}

/** One path with the handlers of its methods, made by `app.route(path)`. */
export interface Route<P = ParamsDictionary> extends Record<MethodName, RouteMethod<P>> {
  /** The path as it was registered. */
  readonly path: Path;
  /** The handlers in the order of registration. Changes take effect with the next request. */
  stack: Layer[];
  /** The methods that have handlers: `{ get: true }`; `_all` for handlers of every method. */
  readonly methods: Readonly<Record<string, true>>;
  /** Registers handlers of every method. */
  readonly all: RouteMethod<P>;
  /** Runs the handlers for the method of the request, whatever its path. */
  dispatch(req: Request, res: Response, done: NextFunction): void;
}

/** A function in the stack of a router or a route, with the properties of Express's layers. */
export interface Layer {
  handle: ServerLayer;
  name: string;
  /** The path as it was registered; a list is flat. */
  readonly rawPath: Path;
  /** Whether the layer is middleware for every path. */
  readonly slash: boolean;
  /** One function for each pattern of the path. */
  readonly matchers: readonly PathMatcher[];
  /** The route that the layer runs; `undefined` in layers of `use`. */
  route?: Route | undefined;
  /** In a route: the method in lower case, `undefined` for every method. */
  method?: string | undefined;
  /** Compares a path with that of the layer. */
  match(path: string | null | undefined): LayerMatch | false;
  /** Calls the function for a request. A function for errors is skipped. */
  handleRequest(req: Request, res: Response, next: NextFunction): void;
  /** Calls the function for an error. A function for requests is skipped. */
  handleError(error: unknown, req: Request, res: Response, next: NextFunction): void;
}

/** A path of a router, for `listRoutes()`. */
export interface ListedRoute {
  readonly path: string | RegExp;
  /** In upper case, `*` for `all`; `HEAD` is included where `GET` is. `undefined` for a mounted router. */
  readonly methods: string[] | undefined;
  /** The mounted router; its paths start with this one. */
  readonly router: Router | undefined;
}

/**
 * Routes and middleware to mount in an application, in another router, in Express or in a listener of `node:http`. Outside
 * of an application, requests and responses keep the helpers they have.
 */
export interface Router extends Registration<Router> {
  (req: IncomingMessage, res: ServerResponse, next: NextFunction): void;
  /** The router itself, as a method. */
  handle(req: IncomingMessage, res: ServerResponse, next: NextFunction): void;
  /** Registers handlers of `GET` for a path. */
  readonly get: RegisterMethod<Router>;
  /** The layers in order. Changes to the list and to its layers take effect with the next request. An assigned list is copied. */
  stack: Layer[];
  /** The paths of the routes and of the mounted routers, in order. */
  listRoutes(): ListedRoute[];
}

/** Registers handlers of one method for a path; returns the application. */
export type ApplicationMethod = RegisterMethod<Application>;

/**
 * An application: a request listener with methods that register its handlers. Pass it to `http.createServer`, to a test
 * tool or to the `use` of another application, or call `listen`. It is an event emitter and emits `mount` with the
 * application that mounts it.
 */
export interface Application extends Registration<Application>, Listening, EventEmitter, Express.Application {
  (req: IncomingMessage, res: ServerResponse, next?: NextFunction): void;
  /** Resets the application: no routes, no engines, default settings. */
  init(): void;
  /** Resets the settings that have a default. */
  defaultConfiguration(): void;
  /** The application itself, as a method. */
  handle(req: IncomingMessage, res: ServerResponse, next?: NextFunction): void;

  /** Registers handlers of `GET` for a path. With a name alone, reads a setting, like `set`. */
  readonly get: ((setting: string) => Anything) & RegisterMethod<Application>;

  /**
   * Changes a setting, or reads it. A mounted application inherits the settings that it has not set, `trust proxy`
   * included. `case sensitive routing` and `strict routing` take effect only before the first path is registered.
   *
   * @throws TypeError naming the setting, when its value is invalid
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
  /** All settings by name, inherited ones included. Change them with `set`: an assignment is neither checked nor compiled. */
  settings: Record<string, Anything>;

  param(name: string | readonly string[], callback: ParamCallback): Application;

  /**
   * Sets the function that renders views of an extension, such as the `__express` export of a template engine.
   *
   * @throws Error when it is not a function
   */
  engine(extension: string, engine: ViewEngine): this;
  /**
   * Renders a view with the locals of the application. The callback gets the text, or an error when there is no such view.
   *
   * @throws Error when no engine renders the extension
   */
  render(view: string, callback: RenderCallback): void;
  render(view: string, options: RenderOptions, callback: RenderCallback): void;
  /** Engines by extension, dot included; inherited from the application that mounts this one. */
  readonly engines: EngineLookup;
  /** The views found so far, by name, when `view cache` is on. */
  readonly cache: Record<string, LookedUpView>;

  /** Values for every rendered view and for user code; `settings` is one of them. */
  locals: LocalsRecord;
  /** The path or paths where the application is mounted; `/` when it is not mounted. */
  mountpath: Path;
  /** The application that mounts this one. */
  parent: Application | undefined;
  /** The router with all registered layers. */
  readonly router: Router;
  /** The routes of {@link Application.router} and of the routers mounted in it, in order. */
  listRoutes(): ListedRoute[];
  /**
   * Declared so that an application is assignable to `Router`, as in `@types/express`; `undefined` at run time, as in Express.
   *
   * @deprecated Use `app.router.stack`.
   */
  stack: Layer[];
  /** The prototype of the application's requests: add properties here, or assign an object that inherits from it. */
  request: object;
  /** The prototype of the application's responses: add properties here, or assign an object that inherits from it. */
  response: object;
  /** The path of the application, mount paths of its parents included; `''` when it is not mounted. */
  path(): string;
}
