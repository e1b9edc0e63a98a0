/** @module Types of `app.routes()` and `app.explain()`. */

/** A route with the handlers of some methods. */
export interface RouteSummary {
  /** In upper case; `['*']` for every method. `HEAD` is included where the handlers of `GET` respond to it. */
  readonly methods: readonly string[];
  /** The pattern with the prefixes of scopes, routers and applications. A regular expression is not joined with them. */
  readonly path: string;
  /**
   * The names of the functions that every request for the route passes through before its handlers, in order.
   */
  readonly middleware: readonly string[];
  /** The names of the handlers of the route, in order. */
  readonly handlers: readonly string[];
  /** The name of the plugin that registered the route; `undefined` outside plugins. */
  readonly scope: string | undefined;
  /**
   * The call site of the registration, as `file:line:column`. Available in the command `nextpress` and in
   * development (`NODE_ENV=development`), otherwise `undefined`: looking it up makes every registration
   * slower.
   */
  readonly registeredAt: string | undefined;
}

/** The role a function plays for a request. */
export type StepKind =
  | 'onRequest'
  | 'preValidation'
  | 'preHandler'
  | 'onSend'
  | 'onResponse'
  | 'onError'
  | 'param'
  | 'validation'
  | 'serialization'
  | 'middleware'
  | 'error handler'
  | 'router'
  | 'application'
  | 'handler'
  | 'not-found handler';

/** One step in the explanation of a request. */
export interface ExplainedStep {
  readonly kind: StepKind;
  /** The name of the function, or `<anonymous>`. */
  readonly name: string;
  /**
   * The pattern or the prefix, including those of outer routers and applications; for a hook, the prefix of
   * its scope.
   */
  readonly path: string;
  /** For a handler, the methods of its route in upper case; otherwise empty. */
  readonly methods: readonly string[];
  /** The name of the plugin that registered it; `undefined` outside plugins. */
  readonly scope: string | undefined;
  /** How many routers and mounted applications it is in. */
  readonly depth: number;
  /** See {@link RouteSummary.registeredAt}. */
  readonly registeredAt: string | undefined;
}

/**
 * Why a function does not run: its path does not match; its route has other methods; the request is not in its scope; it handles
 * only errors; it runs only before handlers of a route, and there is none; or an earlier function responds.
 */
export type SkipReason = 'path' | 'method' | 'scope' | 'error' | 'no route' | 'shadowed';

/** A function that does not run. */
export interface SkippedStep extends ExplainedStep {
  readonly reason: SkipReason;
  /** The reason as text, such as `handles POST`. */
  readonly detail: string;
}

/** What happens to a request. */
export interface Explanation {
  readonly method: string;
  readonly path: string;
  /** The name of the plugin whose scope the request is in; `undefined` for the application itself. */
  readonly scope: string | undefined;
  /** The functions that run, in order. Each is expected to continue, except the last before the hooks of the response. */
  readonly runs: readonly ExplainedStep[];
  /** The functions that do not run: first those that would run if the responding one called `next()`, in that order. */
  readonly skipped: readonly SkippedStep[];
  /** The response of the framework; `undefined` when one of the functions responds. */
  readonly response: { readonly status: number; readonly allow: string | undefined } | undefined;
}

/** Functions that show the routes of an application. They are for development and tests: they take as long as planning all routes. */
export interface Inspecting {
  /**
   * Lists the routes of the application, with those of scopes, routers and mounted applications, in the order of registration.
   * `undefined` in applications of `nextpress/express`, where tools would take it for the `routes` of Express
   * 3: use the command `nextpress routes` there.
   *
   * @example
   * ```ts
   * import { createServer, Router } from '@nextpress/server';
   *
   * const users = Router();
   * users.get('/:id', function show(req, res) { res.json(req.params); });
   * const app = createServer();
   * app.use('/users', users);
   *
   * app.routes()[0]?.path; // => '/users/:id'
   * app.routes()[0]?.handlers; // => ['show']
   * ```
   */
  routes(): readonly RouteSummary[];

  /**
   * Shows which functions would run for a request, in order, and why the others would not. The request goes through the same plan
   * as a real one, with each function replaced by one that continues. Which function responds is inferred
   * from parameters: the last handler of a route, or the first function with one or two, which declares no
   * `next`.
   *
   * @param method - in any case, such as `'GET'`
   * @param path - the target of the request, such as `/users/7?full=1`
   * @throws TypeError if the method is empty or the path does not start with a slash. Rejects when a plugin fails to load.
   *
   * @example
   * ```ts
   * import { createServer } from '@nextpress/server';
   *
   * const app = createServer();
   * app.use('/admin', function guard(req, res, next) { next(); });
   * app.get('/users/:id', function show(req, res) { res.json(req.params); });
   *
   * const { runs, skipped } = await app.explain('GET', '/users/7');
   * runs.map(({ name }) => name); // => ['show']
   * skipped.map(({ name, reason }) => `${name}: ${reason}`); // => ['guard: path']
   * ```
   */
  explain(method: string, path: string): Promise<Explanation>;
}
