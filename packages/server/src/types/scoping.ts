/** @module What applications and scopes offer to plugins. */

import type { Payload } from '@nextpress/core';
import type { Next } from '@nextpress/middleware';
import type { WithMounted } from './typed-routes.ts';

/** Options of `register`. The plugin gets them together with its own. */
export interface RegisterOptions<Prefix extends string = string> {
  /** Added to the paths that the plugin registers, such as `/admin`. */
  readonly prefix?: Prefix | undefined;
  /** The name of the plugin in messages and for `dependencies`, if it has none of its own. */
  readonly name?: string | undefined;
  /**
   * How many milliseconds an asynchronous plugin may take; 0 for no limit.
   * @defaultValue 10000
   */
  readonly timeout?: number | undefined;
}

/** The type `Plugin`, by the type of scopes. */
export interface PluginOf<Scope, Options extends object, Returned = unknown> {
  (scope: Scope, options: Options & RegisterOptions): Returned;
  /** Takes precedence over the option `name`. */
  readonly pluginName?: string | undefined;
  /** The names of plugins that must be registered before this one, in the same scope or an enclosing one. */
  readonly dependencies?: readonly string[] | undefined;
  /** Whether the plugin gets the scope in which it is registered: see `shared`. */
  readonly isShared?: boolean | undefined;
}

/**
 * The type `OnSendHook`, by the types of messages. Returns the payload to send, or a promise of it:
 * `undefined` keeps the payload of `json`, `send` and the like, `null` removes it.
 */
export type OnSendHookOf<Request, Response> = (
  req: Request,
  res: Response,
  payload: Payload,
  // biome-ignore lint/suspicious/noConfusingVoidType: a hook may only set headers.
) => Payload | undefined | void | PromiseLike<Payload | undefined | void>;

/** The type `RequestHook`, by the types of messages. */
export type RequestHookOf<Request, Response> = (req: Request, res: Response, next: Next) => unknown;

/** The types that scopes refer to, which refer to scopes in turn. */
export interface ScopeTypes {
  readonly application: unknown;
  readonly scope: unknown;
  readonly request: unknown;
  readonly response: unknown;
  readonly errorHandler: unknown;
  readonly route: unknown;
}

/** The prefixes that a call accepts: any if explicit type arguments left out the parameter, which then is `''`. */
type Accepted<Prefix extends string> = Prefix | (Prefix extends '' ? string : never);

/** The functions that applications and scopes share. */
export interface Scoping<Types extends ScopeTypes> {
  /**
   * Calls a plugin with its own scope: hooks, error handlers and decorations apply to the routes of the
   * plugin and of nested scopes, and to nothing else. A plugin that returns a promise loads before the first
   * request is handled.
   *
   * @throws Error if the plugin throws, a dependency is missing or an option is invalid
   *
   * @example
   * ```ts
   * async function users(scope, options) {
   *   scope.addHook('onRequest', async (req, res) => {
   *     if (req.get('X-Key') !== options.key) res.sendStatus(401);
   *   });
   *   scope.get('/:id', (req, res) => res.send(`user ${req.params.id}`));
   * }
   *
   * app.register(users, { prefix: '/users', key: 'secret' });
   * app.get('/', (req, res) => res.send('home'));
   * // GET / => 200 home
   * // GET /users/7 => 401
   * // GET /users/7 X-Key: secret => 200 user 7
   * ```
   */
  register<Options extends object = object, const Prefix extends string = '', Returned = unknown>(
    plugin: PluginOf<Types['scope'], Options, Returned>,
    ...options: object extends Options
      ? [options?: Options & RegisterOptions<Accepted<Prefix>>]
      : [options: Options & RegisterOptions<Accepted<Prefix>>]
  ): this & WithMounted<Prefix, Awaited<Returned>, string>;

  /**
   * Adds a function that runs for all routes of the scope and its nested scopes, even those registered
   * before. The name says when:
   *
   * - `onRequest`: before all middleware, even if no route matches
   * - `preValidation`: before the schemas of the route are checked
   * - `preHandler`: before the handlers of the route
   * - `onSend`: before `res.json`, `res.send` and the like send. It gets the payload, and may return another one.
   * - `onResponse`: once, when the response has been sent or its connection has closed
   * - `onError`: once for each error, before the error handlers. It only observes.
   * - `onRoute`: for each route that is registered later
   * - `preClose`: in `app.close()`, while connections end: close WebSockets here
   * - `onClose`: in `app.close()`, when all connections have ended: close databases here
   *
   * Errors of `onRequest`, `preValidation`, `preHandler` and `onSend` go to the error handlers, those of `onError` and `onResponse` are
   * logged, and those of `preClose` and `onClose` make `close()` reject.
   *
   * @throws TypeError if there is no such hook
   *
   * @example
   * ```ts
   * app.addHook('onRequest', async (req) => {
   *   if (req.get('X-Key') !== 'secret') throw Object.assign(new Error('no key'), { status: 401 });
   * });
   * app.addHook('onSend', (req, res, payload) => {
   *   res.set('Cache-Control', 'no-store');
   *   return payload;
   * });
   * app.get('/', (req, res) => res.send('hello'));
   * // GET / => 401
   * // GET / X-Key: secret => 200 Cache-Control: no-store
   * ```
   */
  addHook(
    name: 'onRequest' | 'preValidation' | 'preHandler',
    hook: RequestHookOf<Types['request'], Types['response']>,
  ): this;
  addHook(name: 'onSend', hook: OnSendHookOf<Types['request'], Types['response']>): this;
  addHook(name: 'onResponse', hook: (req: Types['request'], res: Types['response']) => unknown): this;
  addHook(
    name: 'onError',
    hook: (error: unknown, req: Types['request'], res: Types['response']) => unknown,
  ): this;
  addHook(name: 'onRoute', hook: (route: Types['route']) => void): this;
  addHook(name: 'preClose' | 'onClose', hook: (app: Types['application']) => unknown): this;

  /**
   * Sets the function for errors that no other error handler of the scope has handled. `next(error)`
   * continues in the enclosing scope. Without the parameter `next`, the function can return the response.
   *
   * @throws Error if the scope already has one
   *
   * @example
   * ```ts
   * app.get('/', () => {
   *   throw new Error('the database is down');
   * });
   * app.setErrorHandler((error, req, res, next) => {
   *   res.status(500).json({ problem: error.message });
   * });
   * // GET / => 500 {"problem":"the database is down"}
   * ```
   */
  setErrorHandler(handler: Types['errorHandler']): this;

  /**
   * Sets the function for requests under the prefix of the scope that nothing has responded to. `next()` continues with the
   * default response.
   *
   * @throws Error if there is one for the same prefix
   *
   * @example
   * ```ts
   * app.setNotFoundHandler((req, res) => res.status(404).send(`There is no page ${req.path}.`));
   * // GET /none => 404 There is no page /none.
   * ```
   */
  setNotFoundHandler(handler: RequestHookOf<Types['request'], Types['response']>): this;

  /**
   * Resolves when all plugins registered so far have loaded; rejects with the first error.
   *
   * @example
   * ```ts
   * app.register(async () => {
   *   throw new Error('no database');
   * });
   * await app.ready(); // throws Error: no database
   * ```
   */
  ready(): Promise<void>;

  /**
   * The prefix of all paths of the scope; `''` without one.
   *
   * @example
   * ```ts
   * let prefix: string | undefined;
   * app.register((scope) => {
   *   prefix = scope.prefix;
   * }, { prefix: '/admin' });
   * await app.ready();
   * prefix; // => '/admin'
   * ```
   */
  readonly prefix: string;
}
