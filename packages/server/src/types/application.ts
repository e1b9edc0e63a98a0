/** @module The public types. They refer to each other (a request has its application), so they share a file. */

import type { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { HelperSettings, SETTINGS } from '@nextpress/core';
import type { Layer as ChainLayer } from '@nextpress/middleware';
import type { Configuring, ReadSetting } from './configuring.ts';
import type { AddedToApplication } from './declared-members.ts';
import type { ErrorCall, NextFunction, ParamCallbackOf, SchemaHandlerArgument } from './handlers.ts';
import type { Inspecting } from './inspecting.ts';
import type { LayerOf, ListedRouteOf } from './layers.ts';
import type { Listening } from './listening.ts';
import type { RequestMembers } from './request-members.ts';
import type { ResponseMembers } from './response-members.ts';
import type { RouteOptions, RouteRegistration } from './route-options.ts';
import type { ContentFor, ContentsOf, OutputOr, SchemaOptions, SchemaOutput } from './schemas.ts';
import type { PluginOf, Scoping } from './scoping.ts';
import type { RoutesIn, TypedRoute, WithMounted, WithRoute } from './typed-routes.ts';
import type {
  Anything,
  CommonMethod,
  LocalsRecord,
  MethodName,
  ParamsDictionary,
  ParamsOf,
  ParsedQuery,
  Path,
} from './values.ts';

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
> extends RequestMembers<Application, Response<ResBody, Locals>, P, ReqBody, ReqQuery> {
  /** Read by the helpers. */
  [SETTINGS]: ApplicationSettings;
}

/** Node's response with Nextpress's helpers. The type parameters are the content and `res.locals`, as in Express's types. */
export interface Response<ResBody = Anything, Locals extends LocalsRecord = LocalsRecord>
  extends ResponseMembers<Application, Request, ResBody, Locals> {
  /** Read by the helpers. */
  [SETTINGS]: ApplicationSettings;
}

export type { NextFunction } from './handlers.ts';

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

/**
 * Anything that can be registered as a handler: a function that takes a request or an error, an application,
 * a router, or an array of these.
 *
 * An inline function gets the types of {@link RequestHandler}, or with four parameters those of {@link ErrorRequestHandler}. A
 * function with types of its own only has to take messages of `node:http`, so middleware for Express's types fits.
 */
export type HandlerArgument<
  P = ParamsDictionary,
  ResBody = Anything,
  ReqBody = Anything,
  ReqQuery = ParsedQuery,
  Locals extends LocalsRecord = LocalsRecord,
  Req = unknown,
  Res = unknown,
> = SchemaHandlerArgument<
  Request<P, ResBody, ReqBody, ReqQuery, Locals> & Req,
  Request<P, ResBody, ReqBody, ReqQuery, Locals> & Req,
  Response<ResBody, Locals> & Res
>;

/** The arguments of a registration, in order. */
export type HandlerList<P = ParamsDictionary, Req = unknown, Res = unknown> = readonly HandlerArgument<
  P,
  Anything,
  Anything,
  ParsedQuery,
  LocalsRecord,
  Req,
  Res
>[];

/** A request whose parts with a schema are its output. */
export type ValidatedRequest<PathParams, Params, Query, Headers, Body> = Request<
  OutputOr<PathParams, Params>,
  Anything,
  OutputOr<Anything, Body>,
  OutputOr<ParsedQuery, Query>
> &
  (object extends Headers ? unknown : { headers: SchemaOutput<Headers> });

/** The handlers before the options, with the names that editors show. */
type Early1 = [guard: unknown];
type Early2 = [...Early1, guard2: unknown];
type Early3 = [...Early2, guard3: unknown];

/** The handlers before the options of a registration, which get the request as it was before validation. */
type EarlyHandlers<Early extends readonly unknown[], PathParams, Responses, Req, Res> = {
  [At in keyof Early]: ValidatedHandler<PathParams, object, object, object, object, Responses, Req, Res>;
};

/** A handler after the options. Error handlers get the request as it was before validation, because the error may come from it. */
type ValidatedHandler<PathParams, Params, Query, Headers, Body, Responses, Req, Res> = SchemaHandlerArgument<
  Request<PathParams> & Req,
  ValidatedRequest<PathParams, Params, Query, Headers, Body> & Req,
  ResponseByStatus<ContentsOf<Responses>, 200, Res>
>;

/** A response with the content of each status. */
export type ResponseByStatus<Contents, Status extends number = 200, Res = unknown> = unknown extends Contents
  ? Response & Res
  : StatusSetter<Contents, Res> & Response<ContentFor<Contents, Status>> & Res;

/** Precedes the `status` of {@link Response} in intersections, so that its signature is tried first. */
interface StatusSetter<Contents, Res> {
  status<const Status extends number>(code: Status): ResponseByStatus<Contents, Status, Res>;
}

/** Prepares a request for the value of a param, such as loading a user. `next()` continues, `next(error)` fails. */
export type ParamCallback<Req = unknown, Res = unknown> = ParamCallbackOf<Request & Req, Response & Res>;

/** A function that a chain runs: a handler, middleware, a whole application. */
export type ChainFunction = ChainLayer<Request, Response>;

/**
 * Registers handlers of one method for a path. Up to version 6 of TypeScript, editors show the comment of the first signature for each call;
 * from 7 on, that of the property.
 *
 * With options, the schemas give inline handlers their types, and the result knows the route: see {@link WithRoute}. Without them, params
 * come from the path. The next signature is for explicit types, `app.post<Params, ResBody>(path, …)`; the
 * last determines the error message.
 */
export interface RegisterMethod<This, Req = unknown, Res = unknown, Method extends string = never>
  extends RegisterWithOptions<[], Req, Res, Method>,
    RegisterWithOptions<Early1, Req, Res, Method>,
    RegisterWithOptions<Early2, Req, Res, Method>,
    RegisterWithOptions<Early3, Req, Res, Method>,
    RegisterHandlers<This, Req, Res> {}

/**
 * The signature with options after some handlers. TypeScript allows one rest element in a tuple, so each
 * number of early handlers needs its own signature.
 */
type RegisterWithOptions<Early extends readonly unknown[], Req, Res, Method extends string> =
  /**
   * Registers handlers for requests with this method whose path matches, and returns the application or router. Handlers run in
   * order: each one responds, returns the response, or calls `next()`. What it throws, or rejects with, goes to the error handlers.
   *
   * `:name` captures a segment, `*name` the rest of the path, `{…}` is optional. In an array of paths, the
   * first match counts. A regular expression captures by the names of its groups, or by their numbers from 0.
   *
   * The options `{ schema: { params, query, headers, body, response } }` may be anywhere among the handlers, and give those after
   * them their types. `@nextpress/validate` validates at that place, so guards come before them, and
   * `@nextpress/openapi` documents them.
   *
   * @throws TypeError if the path or an option is invalid, or if there is no handler
   * @remarks Express responds with 404 when a path has no route for the method, `createServer()` with 405 and `Allow`.
   *
   * @example
   * ```ts
   * app.post('/users', jsonBody(), (req, res) => {
   *   res.status(201).json({ id: 7, ...req.body });
   * });
   * // POST /users {"name":"Ada"} => 201 {"id":7,"name":"Ada"}
   * ```
   */
  <
    Self,
    const P extends Path,
    const Params extends object,
    const Query extends object,
    const Headers extends object,
    const Body extends object,
    const Responses extends object,
  >(
    this: Self,
    path: P,
    ...args: [
      ...early: EarlyHandlers<Early, ParamsOf<P>, Responses, Req, Res>,
      options: SchemaOptions<Params, Query, Headers, Body, Responses>,
      ...handlers: ValidatedHandler<ParamsOf<P>, Params, Query, Headers, Body, Responses, Req, Res>[],
    ]
  ) => Self & WithRoute<Method, P, TypedRoute<P, Params, Query, Headers, Body, Responses>>;

interface RegisterHandlers<This, Req, Res> {
  <Self, const P extends Path>(this: Self, path: P, ...handlers: HandlerList<ParamsOf<P>, Req, Res>): Self;
  <
    P = ParamsDictionary,
    ResBody = Anything,
    ReqBody = Anything,
    ReqQuery = ParsedQuery,
    Locals extends LocalsRecord = LocalsRecord,
  >(
    path: Path,
    ...handlers: readonly HandlerArgument<P, ResBody, ReqBody, ReqQuery, Locals, Req, Res>[]
  ): This;
  (
    path: Path,
    ...handlers: readonly (RouteOptions | HandlerList<ParamsDictionary, Req, Res>[number])[]
  ): This;
}

/** Registers middleware. Editors show the comment of the first signature, as for {@link RegisterMethod}. */
export interface RegisterMiddleware<This, Req = unknown, Res = unknown> {
  /**
   * Registers middleware, error handlers (functions with four parameters), routers or applications, for every path or for those under
   * a prefix, and returns the application or router. Functions run in the order of registration, so middleware comes before the
   * routes that need it, and error handlers come last. Under a prefix, `req.url` is the rest after it and `req.baseUrl` the prefix.
   *
   * @throws TypeError if there is no handler, or if one of the arguments is not a function
   * @remarks Express compares the prefix with the path as the client wrote it, so `/%61dmin` bypasses a guard of `/admin`. Nextpress compares
   * it with the canonical path.
   *
   * @example
   * ```ts
   * app.use(jsonBody());
   * app.use('/admin', (req, res, next) => {
   *   if (req.get('Authorization') === 'Bearer secret') next();
   *   else res.sendStatus(401);
   * });
   * app.get('/admin/users', (req, res) => res.json(['Ada']));
   * app.use((error, req, res, next) => {
   *   res.status(500).json({ problem: error.message });
   * });
   * // GET /admin/users => 401 Unauthorized
   * // GET /admin/users Authorization: Bearer secret => 200 ["Ada"]
   * ```
   */
  <Self, const P extends Path, const Handlers extends HandlerList<ParamsOf<P>, Req, Res>>(
    this: Self,
    prefix: P,
    ...handlers: Handlers
  ): Self & WithMounted<P, Handlers>;
  <Self, const Handlers extends HandlerList<ParamsDictionary, Req, Res>>(
    this: Self,
    ...handlers: Handlers
  ): Self & WithMounted<'', Handlers>;
  <
    P = ParamsDictionary,
    ResBody = Anything,
    ReqBody = Anything,
    ReqQuery = ParsedQuery,
    Locals extends LocalsRecord = LocalsRecord,
  >(
    prefix: Path,
    ...handlers: readonly HandlerArgument<P, ResBody, ReqBody, ReqQuery, Locals, Req, Res>[]
  ): This;
  <
    P = ParamsDictionary,
    ResBody = Anything,
    ReqBody = Anything,
    ReqQuery = ParsedQuery,
    Locals extends LocalsRecord = LocalsRecord,
  >(
    ...handlers: readonly HandlerArgument<P, ResBody, ReqBody, ReqQuery, Locals, Req, Res>[]
  ): This;
  (prefix: Path, ...handlers: HandlerList<ParamsDictionary, Req, Res>): This;
}

type RegisterMethods<This, Req, Res> = {
  readonly [Method in Exclude<MethodName, CommonMethod>]: RegisterMethod<This, Req, Res, Method>;
};

/** The registration methods that applications and routers share. */
export interface Registration<This, Req = unknown, Res = unknown> extends RegisterMethods<This, Req, Res> {
  /**
   * Registers handlers of `POST` for a path. They run in order: each one responds, returns the response, or calls `next()`.
   *
   * @example
   * ```ts
   * app.post('/users', jsonBody(), (req, res) => {
   *   res.status(201).json({ id: 7, ...req.body });
   * });
   * // POST /users {"name":"Ada"} => 201 {"id":7,"name":"Ada"}
   * ```
   */
  readonly post: RegisterMethod<This, Req, Res, 'post'>;
  /**
   * Registers handlers of `PUT` for a path.
   *
   * @example
   * ```ts
   * app.put('/users/:id', jsonBody(), (req, res) => res.json({ id: req.params.id, ...req.body }));
   * // PUT /users/7 {"name":"Ada"} => 200 {"id":"7","name":"Ada"}
   * ```
   */
  readonly put: RegisterMethod<This, Req, Res, 'put'>;
  /**
   * Registers handlers of `PATCH` for a path.
   *
   * @example
   * ```ts
   * app.patch('/users/:id', jsonBody(), (req, res) => res.json({ id: req.params.id, changed: Object.keys(req.body) }));
   * // PATCH /users/7 {"name":"Ada"} => 200 {"id":"7","changed":["name"]}
   * ```
   */
  readonly patch: RegisterMethod<This, Req, Res, 'patch'>;
  /**
   * Registers handlers of `DELETE` for a path.
   *
   * @example
   * ```ts
   * app.delete('/users/:id', (req, res) => res.sendStatus(204));
   * // DELETE /users/7 => 204
   * ```
   */
  readonly delete: RegisterMethod<This, Req, Res, 'delete'>;
  /**
   * Registers handlers of `HEAD` for a path. Needed only if `HEAD` should do less than `GET`, whose handlers
   * otherwise respond to it.
   *
   * @example
   * ```ts
   * app.head('/report', (req, res) => res.set('X-Pages', '12').end());
   * // HEAD /report => 200 X-Pages: 12
   * ```
   */
  readonly head: RegisterMethod<This, Req, Res, 'head'>;
  /**
   * Registers handlers of `OPTIONS` for a path. Without one, the response lists the methods of the path in `Allow`.
   *
   * @example
   * ```ts
   * app.options('/users', (req, res) => res.set('Allow', 'GET, POST').sendStatus(204));
   * // OPTIONS /users => 204 Allow: GET, POST
   * ```
   */
  readonly options: RegisterMethod<This, Req, Res, 'options'>;
  /**
   * Registers handlers of every method for a path.
   *
   * @example
   * ```ts
   * app.all('/echo', (req, res) => res.send(req.method));
   * // PATCH /echo => 200 PATCH
   * ```
   */
  readonly all: RegisterMethod<This, Req, Res>;

  /**
   * Registers middleware, error handlers (functions with four parameters), routers or applications, for every path or for those under
   * a prefix. Functions run in the order of registration.
   *
   * @example
   * ```ts
   * app.use((req, res, next) => {
   *   res.set('X-Frame-Options', 'DENY');
   *   next();
   * });
   * app.get('/', (req, res) => res.send('hello'));
   * // GET / => 200 X-Frame-Options: DENY
   * ```
   */
  readonly use: RegisterMiddleware<This, Req, Res>;

  /**
   * Returns a route, which registers handlers of several methods for one path.
   *
   * @example
   * ```ts
   * app
   *   .route('/users/:id')
   *   .get((req, res) => res.send(`user ${req.params.id}`))
   *   .delete((req, res) => res.sendStatus(204));
   * // GET /users/7 => 200 user 7
   * // DELETE /users/7 => 204
   * ```
   */
  route<const P extends Path>(path: P): Route<ParamsOf<P>, Req, Res>;

  /**
   * Registers a callback for a param that the path of a route or a prefix captures. It runs before the handlers, once per
   * request and value. `next()` continues, `next(error)` fails.
   *
   * @throws TypeError if the name is not a string, or the callback is not a function
   *
   * @example
   * ```ts
   * const users = new Map([['7', { name: 'Ada' }]]);
   * app.param('id', (req, res, next, id) => {
   *   res.locals.user = users.get(id);
   *   if (res.locals.user) next();
   *   else res.sendStatus(404);
   * });
   * app.get('/users/:id', (req, res) => res.json(res.locals.user));
   * // GET /users/7 => 200 {"name":"Ada"}
   * // GET /users/8 => 404
   * ```
   */
  param(name: string, callback: ParamCallback<Req, Res>): this;
}

/** Registers handlers of one method on a route, with the signatures of {@link RegisterMethod}. */
export interface RouteMethod<P, Req = unknown, Res = unknown>
  extends RouteWithOptions<[], P, Req, Res>,
    RouteWithOptions<Early1, P, Req, Res>,
    RouteWithOptions<Early2, P, Req, Res>,
    RouteWithOptions<Early3, P, Req, Res>,
    RouteHandlers<P, Req, Res> {}

type RouteWithOptions<Early extends readonly unknown[], P, Req, Res> =
  /**
   * Registers handlers for requests with this method and the path of the route, and returns the route. Options with schemas may be
   * anywhere among the handlers; those before them run before validation.
   *
   * @throws TypeError if an option is invalid, or if there is no handler
   */
  <
    const Params extends object,
    const Query extends object,
    const Headers extends object,
    const Body extends object,
    const Responses extends object,
  >(
    ...args: [
      ...early: EarlyHandlers<Early, P, Responses, Req, Res>,
      options: SchemaOptions<Params, Query, Headers, Body, Responses>,
      ...handlers: ValidatedHandler<P, Params, Query, Headers, Body, Responses, Req, Res>[],
    ]
  ) => Route<P, Req, Res>;

interface RouteHandlers<P, Req, Res> {
  (...handlers: HandlerList<P, Req, Res>): Route<P, Req, Res>;
  <
    Params = P,
    ResBody = Anything,
    ReqBody = Anything,
    ReqQuery = ParsedQuery,
    Locals extends LocalsRecord = LocalsRecord,
  >(
    ...handlers: readonly HandlerArgument<Params, ResBody, ReqBody, ReqQuery, Locals, Req, Res>[]
  ): Route<P, Req, Res>;
  (...handlers: readonly (RouteOptions | HandlerList<P, Req, Res>[number])[]): Route<P, Req, Res>;
}

/** One path with the handlers of its methods, created by `app.route(path)`. */
export interface Route<P = ParamsDictionary, Req = unknown, Res = unknown>
  extends Record<MethodName, RouteMethod<P, Req, Res>> {
  /** The path as it was registered. */
  readonly path: Path;
  /** The handlers in the order of registration. Changes take effect with the next request. */
  stack: Layer[];
  /** The methods that have handlers: `{ get: true }`; `_all` for handlers of every method. */
  readonly methods: Readonly<Record<string, true>>;
  /**
   * Registers handlers of every method, such as a guard before those of single methods.
   *
   * @example
   * ```ts
   * app
   *   .route('/notes')
   *   .all((req, res, next) => (req.get('X-Key') === 'secret' ? next() : res.sendStatus(403)))
   *   .get((req, res) => res.json([]));
   * // GET /notes => 403
   * // GET /notes X-Key: secret => 200 []
   * ```
   */
  readonly all: RouteMethod<P, Req, Res>;
  /** Runs the handlers for the method of the request, whatever its path. */
  dispatch(req: Request, res: Response, done: NextFunction): void;
}

/** A layer of an application, a router or a route. */
export interface Layer extends LayerOf<Request, Response, Route> {}

/** A registration of handlers, as `onRoute` hooks see it. */
export interface RegisteredRoute extends RouteRegistration<RequestHandler> {}

/** A path of a router, for `listRoutes()`. */
export interface ListedRoute extends ListedRouteOf<Router> {}

/**
 * Routes and middleware to mount in an application, in another router, in Express or in a listener of `node:http`. Outside
 * of an application, requests and responses keep the helpers they have.
 */
export interface Router extends Registration<Router> {
  (req: IncomingMessage, res: ServerResponse, next: NextFunction): void;
  /** The router itself, as a method. */
  handle(req: IncomingMessage, res: ServerResponse, next: NextFunction): void;
  /**
   * Registers handlers of `GET` for a path, which also respond to `HEAD` unless the path has `HEAD` handlers.
   */
  readonly get: RegisterMethod<Router, unknown, unknown, 'get'>;
  /**
   * The layers in order. Changes to the array and its layers take effect with the next request. An assigned
   * array is copied.
   *
   * @throws TypeError if the array contains anything but layers
   * @remarks Express takes any object as a layer, so a guard can be skipped silently.
   */
  stack: Layer[];
  /** The paths of the routes and of the mounted routers, in order. */
  listRoutes(): ListedRoute[];
}

/** A function that registers routes, middleware and hooks in a scope. A plugin that returns a promise loads asynchronously. */
export interface Plugin<Options extends object = object> extends PluginOf<Scope, Options> {}

interface ScopingTypes<Req, Res> {
  readonly application: Application;
  readonly scope: Scope<Req, Res>;
  readonly request: Request & Req;
  readonly response: Response & Res;
  readonly errorHandler: ErrorCall<Request & Req, Response & Res>;
  readonly route: RegisteredRoute;
}

/**
 * A part of an application, created by `register`. The type parameters are what `decorateRequest` and
 * `decorateResponse` add.
 */
export interface Scope<Req = unknown, Res = unknown>
  extends Registration<Scope<Req, Res>, Req, Res>,
    Scoping<ScopingTypes<Req, Res>> {
  /**
   * Registers handlers of `GET` for a path, which also respond to `HEAD` unless the path has `HEAD` handlers.
   */
  readonly get: RegisterMethod<Scope<Req, Res>, Req, Res, 'get'>;
  param(name: string | readonly string[], callback: ParamCallback<Req, Res>): this;
  /**
   * Declares a property with a default for requests of the scope and its nested scopes. Elsewhere the
   * property throws. Returns the scope, whose handlers then know the property.
   *
   * @throws TypeError for an object as the default, which all requests would share; Error when the name is taken
   *
   * @example
   * ```ts
   * app.register((scope) => {
   *   const withUser = scope.decorateRequest('user', 'nobody');
   *   withUser.addHook('onRequest', async (req) => {
   *     req.user = req.get('X-User') ?? req.user;
   *   });
   *   withUser.get('/me', (req, res) => res.send(req.user));
   * });
   * // GET /me => 200 nobody
   * // GET /me X-User: Ada => 200 Ada
   * ```
   */
  decorateRequest<N extends string, V>(name: N, value: V): Scope<Req & Record<N, V>, Res> & RoutesIn<this>;
  /** The same as {@link Scope.decorateRequest} for responses. */
  decorateResponse<N extends string, V>(name: N, value: V): Scope<Req, Res & Record<N, V>> & RoutesIn<this>;
  /** The name of the plugin that the scope belongs to. */
  readonly name: string;
  /** The scope in which this one was registered; `undefined` for an application. */
  readonly parent: Scope | undefined;
  /** Values of the scope; inherits those of its enclosing scopes. */
  locals: LocalsRecord;
  /** The routes of the scope and of the routers mounted in it, in order. */
  listRoutes(): ListedRoute[];
}

/** Registers handlers of one method for a path; returns the application. */
export type ApplicationMethod = RegisterMethod<Application>;

/**
 * An application: a request listener with methods that register its handlers. Pass it to `http.createServer`, to a test tool or to the `use` of
 * another application, or call `listen`. It is an event emitter and emits `mount` with the application that mounts it.
 */
export interface Application<Req = unknown, Res = unknown>
  extends Registration<Application<Req, Res>, Req, Res>,
    Scoping<ScopingTypes<Req, Res>>,
    Configuring,
    Inspecting,
    Listening,
    EventEmitter,
    Express.Application,
    AddedToApplication {
  (req: IncomingMessage, res: ServerResponse, next?: NextFunction): void;
  /**
   * The application itself, as a method: a listener of `http.createServer`.
   *
   * @example
   * ```ts
   * import { createServer as createHttpServer } from 'node:http';
   * import { createServer } from 'nextpress';
   *
   * const app = createServer();
   * app.get('/', (req, res) => res.send('hello'));
   * const server = createHttpServer((req, res) => app.handle(req, res));
   * server.listen(0, async () => {
   *   const response = await fetch(`http://localhost:${server.address().port}`);
   *   await response.text(); // => 'hello'
   *   server.close();
   * });
   * ```
   */
  handle(req: IncomingMessage, res: ServerResponse, next?: NextFunction): void;

  /**
   * Registers handlers of `GET` for a path, or reads a setting if called with only a name. The handlers run
   * in order: each one responds, returns the response, or calls `next()`.
   *
   * @example
   * ```ts
   * app.get('/users/:id', (req, res) => {
   *   res.json({ id: req.params.id });
   * });
   * app.get('etag'); // => false
   * // GET /users/7 => 200 {"id":"7"}
   * // HEAD /users/7 => 200 Content-Length: 10
   * ```
   */
  readonly get: ReadSetting & RegisterMethod<Application<Req, Res>, Req, Res, 'get'>;

  param(name: string | readonly string[], callback: ParamCallback<Req, Res>): this;

  /**
   * Declares a property with a default for all requests, and returns the application, whose handlers then
   * know the property.
   *
   * @throws TypeError for an object as the default, which all requests would share; Error when the name is taken
   *
   * @example
   * ```ts
   * const withUser = app.decorateRequest('user', 'nobody');
   * withUser.get('/me', (req, res) => res.send(req.user));
   * // GET /me => 200 nobody
   * ```
   */
  decorateRequest<N extends string, V>(
    name: N,
    value: V,
  ): Application<Req & Record<N, V>, Res> & RoutesIn<this>;
  /**
   * Declares a property for all responses: see {@link Application.decorateRequest}.
   *
   * @example
   * ```ts
   * const withCache = app.decorateResponse('cacheFor', 0);
   * withCache.addHook('onSend', (req, res) => void res.set('Cache-Control', `max-age=${res.cacheFor}`));
   * withCache.get('/', (req, res) => {
   *   res.cacheFor = 60;
   *   res.send('hello');
   * });
   * // GET / => 200 Cache-Control: max-age=60
   * ```
   */
  decorateResponse<N extends string, V>(
    name: N,
    value: V,
  ): Application<Req, Res & Record<N, V>> & RoutesIn<this>;

  /**
   * The application that mounts this one, or `undefined`.
   *
   * @example
   * ```ts
   * const admin = createServer();
   * app.use('/admin', admin);
   * admin.parent === app; // => true
   * ```
   */
  parent: Application | undefined;
  /**
   * The router with all registered layers.
   *
   * @example
   * ```ts
   * app.get('/users', (req, res) => res.json([]));
   * app.router.stack.length; // => 1
   * ```
   */
  readonly router: Router;
  /**
   * The routes of {@link Application.router} and of the routers mounted in it, in order. {@link Inspecting.routes} has their full paths,
   * middleware and handlers.
   *
   * @example
   * ```ts
   * app.get('/users', (req, res) => res.json([]));
   * app.listRoutes()[0]?.methods; // => ['GET', 'HEAD']
   * ```
   */
  listRoutes(): ListedRoute[];
  /**
   * Declared so that an application is assignable to `Router`, as in `@types/express`; `undefined` at run time, as in Express.
   *
   * @deprecated Use `app.router.stack`.
   */
  stack: Layer[];
}
