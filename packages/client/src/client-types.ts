/** @module Types of a client's requests and responses, derived from the routes in an application's type. */

import type { InForm, InHeaders, InJson, InParams, InQuery, IsForm, OfJson } from './wire-types.ts';

type Success = 200 | 201 | 202 | 203 | 204 | 205 | 206 | 207 | 208 | 226;
type Redirection = 300 | 301 | 302 | 303 | 304 | 307 | 308;
type ClientFault =
  | (400 | 401 | 402 | 403 | 404 | 405 | 406 | 407 | 408 | 409 | 410 | 411 | 412 | 413 | 414 | 415)
  | (416 | 417 | 418 | 421 | 422 | 423 | 424 | 425 | 426 | 428 | 429 | 431 | 451);
type ServerFault = 500 | 501 | 502 | 503 | 504 | 505 | 506 | 507 | 508 | 510 | 511;
type Failure = ClientFault | ServerFault;

/** Takes the place of the base URL type when the application's type has no routes. */
type NoRoutes =
  'The type of this application has no routes: chain the calls that register them, return the scope from plugins, and give routes a schema.';

/** The parts of a route, matching `TypedRoute` of `@nextpress/server`. The client knows nothing else about the server. */
interface Route {
  readonly params: unknown;
  readonly query: unknown;
  readonly headers: unknown;
  readonly body: unknown;
  readonly responses: unknown;
}

/**
 * An application's routes by method and path. In a declaration file the property may be `undefined`, which
 * `exactOptionalPropertyTypes` distinguishes from a missing one.
 */
type RoutesOf<App> = '~routes' extends keyof App ? NonNullable<App['~routes']> : Record<never, never>;

interface AnyRoutes {
  readonly [method: string]: { readonly [path: string]: Route };
}

/** Deferred until the path is known, so that the compiler evaluates the routes once per call, and never if `App` is an interface. */
type RouteAt<App, Method, Path> = Path extends string
  ? (RoutesOf<App> & AnyRoutes)[Method & string][Path]
  : never;

/** The paths that can match: one without a leading slash never does. */
type RootedPath = '' | `${'/' | '{' | '*'}${string}`;

/** The first parameter of `createClient`. */
export type BaseUrl<App> = [keyof RoutesOf<App>] extends [never] ? NoRoutes : string | URL;

/** The methods of a client: `client.get(path, options)` for each method with routes. */
export type Client<App> = {
  readonly [Method in keyof RoutesOf<App>]: ClientMethod<
    App,
    Method,
    keyof RoutesOf<App>[Method] & RootedPath
  >;
};

/** Sends a request to one of the paths. Resolves for a response of any status; rejects if no response arrives. */
export type ClientMethod<App, Method, Paths> = <
  Path extends Paths | AnyString,
  R extends Route = RouteAt<App, Method, Path>,
>(
  path: KnownPath<Method, Path, Paths>,
  ...options: Arguments<RequestOptions<R>>
) => Promise<Result<R['responses']>>;

/** `string`, without absorbing the literals of a union: editors still suggest them. */
type AnyString = string & {};

/** For an unknown path, an error message as a type. It is in a tuple, because editors would suggest a string. */
type KnownPath<Method, Path, Paths> = Path extends Paths
  ? Path
  : string extends Path
    ? Paths
    : [`No route ${Uppercase<Method & string>} ${Path & string}`];

/** The request options of a route: `InferRequest<typeof app, 'post', '/users'>['body']`. */
export type InferRequest<
  App,
  Method extends keyof RoutesOf<App>,
  Path extends keyof RoutesOf<App>[Method],
> = RequestOptions<RouteAt<App, Method, Path>>;

/** The response body of a route: `InferResponse<typeof app, 'get', '/users/:id'>` for success, or for the given statuses. */
export type InferResponse<
  App,
  Method extends keyof RoutesOf<App>,
  Path extends keyof RoutesOf<App>[Method],
  Status extends number = Success,
> = BodyOf<Result<RouteAt<App, Method, Path>['responses']>, Status>;

type BodyOf<Outcome, Status> = Outcome extends { readonly status: infer Own; readonly body: infer Body }
  ? [Extract<Own, Status>] extends [never]
    ? never
    : Body
  : never;

type Arguments<Options> = object extends Options ? [options?: Options] : [options: Options];

/** The options of a request: the inputs of the route's schemas, limited to values that can be sent. */
export type RequestOptions<R extends Route> = Part<'params', InParams<R['params']>> &
  Part<'query', InQuery<R['query']>> &
  Content<R['body']> &
  Part<'headers', InHeaders<R['headers']>> & {
    /** Aborts the request. */
    readonly signal?: AbortSignal | undefined;
  };

/** Optional if the route has no such schema, or if its schema does not require anything. */
type Part<Name extends string, Value> = unknown extends Value
  ? { readonly [Key in Name]?: Unchecked[Key & keyof Unchecked] }
  : undefined extends Value
    ? { readonly [Key in Name]?: Value }
    : Record<never, never> extends Value
      ? { readonly [Key in Name]?: Value | undefined }
      : { readonly [Key in Name]: Value };

/** A body with files is a form. Without a schema the body is unknown. */
type Content<Body> = unknown extends Body
  ? Part<'body' | 'form', Body>
  : true extends IsForm<Body>
    ?
        | (Part<'form', InForm<Body>> & { readonly body?: undefined })
        | { readonly body: FormData; readonly form?: undefined }
    : Part<'body', InJson<Body>> & { readonly form?: undefined };

/** The parts of a request that have no schema. */
interface Unchecked {
  readonly params?: Readonly<Record<string, unknown>> | undefined;
  readonly query?: Readonly<Record<string, unknown>> | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: unknown;
  readonly form?: Readonly<Record<string, unknown>> | undefined;
}

/** A response by status. Failures that the route does not declare are problem details, or `undefined` if empty. */
export type Result<Responses> = unknown extends Responses
  ? Outcomes<Success, unknown> | Outcomes<Failure, ProblemDetails | undefined>
  :
      | {
          [Key in keyof Responses]: Outcomes<StatusOf<Key, keyof Responses>, OfJson<Responses[Key]>>;
        }[keyof Responses]
      | Outcomes<Exclude<Failure, Covered<keyof Responses>>, ProblemDetails | undefined>;

/** A server error (RFC 9457). Any member may be missing; all are if the error is plain text, for example from a proxy. */
export interface ProblemDetails {
  readonly type?: string | undefined;
  readonly title?: string | undefined;
  readonly status?: number | undefined;
  readonly detail?: string | undefined;
  readonly code?: string | undefined;
  readonly requestId?: string | undefined;
  /** Why a request does not match its schemas. */
  readonly errors?:
    | readonly {
        readonly location: string;
        readonly message: string;
        readonly keyword: string;
      }[]
    | undefined;
}

interface Classes {
  readonly '2xx': Success;
  readonly '3xx': Redirection;
  readonly '4xx': ClientFault;
  readonly '5xx': ServerFault;
}

/** The keys of a response map that are statuses. */
type Exact<Keys> = Keys extends number
  ? Keys
  : Keys extends `${infer Status extends number}`
    ? Status
    : never;

type InClasses<Keys> = Classes[Keys & keyof Classes];

/** The statuses that a key covers: a class without the statuses that have their own key, `default` for all others. */
type StatusOf<Key, Keys> = Key extends keyof Classes
  ? Exclude<Classes[Key], Exact<Keys>>
  : Key extends 'default'
    ? Exclude<Success | Failure, Exact<Keys> | InClasses<Keys>>
    : Exact<Key>;

type Covered<Keys> = Exact<Keys> | InClasses<Keys> | ('default' extends Keys ? Failure : never);

type Outcomes<Status, Body> =
  | Outcome<Extract<Status, Success>, true, Body>
  | Outcome<Exclude<Status, Success>, false, Body>;

type Outcome<Status, Ok, Body> = [Status] extends [never]
  ? never
  : { readonly status: Status; readonly ok: Ok; readonly body: Body; readonly headers: Headers };
