/** @module What a client takes and returns, from the routes that the type of an application has. */

import type { InForm, InHeaders, InJson, InParams, InQuery, IsForm, OfJson } from './wire-types.ts';

type Success = 200 | 201 | 202 | 203 | 204 | 205 | 206 | 207 | 208 | 226;
type Redirection = 300 | 301 | 302 | 303 | 304 | 307 | 308;
type ClientFault =
  | (400 | 401 | 402 | 403 | 404 | 405 | 406 | 407 | 408 | 409 | 410 | 411 | 412 | 413 | 414 | 415)
  | (416 | 417 | 418 | 421 | 422 | 423 | 424 | 425 | 426 | 428 | 429 | 431 | 451);
type ServerFault = 500 | 501 | 502 | 503 | 504 | 505 | 506 | 507 | 508 | 510 | 511;
type Failure = ClientFault | ServerFault;

/** The members of `typeof app` that the client reads. Nothing else of the server is known here. */
export interface AppTypes {
  // A declaration file has `undefined`, which `exactOptionalPropertyTypes` tells from a missing property.
  readonly '~routes'?: object | undefined;
}

/** The parts of a route, as `TypedRoute` of `@nextpress/server` has them. */
interface Route {
  readonly params: unknown;
  readonly query: unknown;
  readonly headers: unknown;
  readonly body: unknown;
  readonly responses: unknown;
}

/** The methods of a client: `client.get(path, options)` for each method that has routes. */
export type Client<App extends AppTypes> = {
  readonly [Method in keyof NonNullable<App['~routes']>]: ClientMethod<NonNullable<App['~routes']>[Method]>;
};

/** Sends a request to one of the paths. Rejects when no response arrives; a response of any status resolves. */
export type ClientMethod<Routes> = <Path extends keyof Routes & string>(
  path: Path,
  ...options: Arguments<RequestOptions<Routes[Path] & Route>>
) => Promise<Result<(Routes[Path] & Route)['responses']>>;

type Arguments<Options> = object extends Options ? [options?: Options] : [options: Options];

/** What a request takes: the inputs of the schemas of its route, as far as they can be sent. */
export type RequestOptions<R extends Route> = Part<'params', InParams<R['params']>> &
  Part<'query', InQuery<R['query']>> &
  Content<R['body']> &
  Part<'headers', InHeaders<R['headers']>> & {
    /** Aborts the request. */
    readonly signal?: AbortSignal | undefined;
  };

/** Optional if the route has no such schema, or if its schema accepts nothing. */
type Part<Name extends string, Value> = unknown extends Value
  ? { readonly [Key in Name]?: Unchecked[Key & keyof Unchecked] }
  : undefined extends Value
    ? { readonly [Key in Name]?: Value }
    : Record<never, never> extends Value
      ? { readonly [Key in Name]?: Value | undefined }
      : { readonly [Key in Name]: Value };

/** A body with files is a form. Of a route without a schema it is not known. */
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

/** A response by its status. Failures that the route does not declare have a body of type `unknown`. */
export type Result<Responses> = unknown extends Responses
  ? Outcomes<Success | Failure, unknown>
  :
      | {
          [Key in keyof Responses]: Outcomes<StatusOf<Key, keyof Responses>, OfJson<Responses[Key]>>;
        }[keyof Responses]
      | Outcomes<Exclude<Failure, Covered<keyof Responses>>, unknown>;

interface Classes {
  readonly '2xx': Success;
  readonly '3xx': Redirection;
  readonly '4xx': ClientFault;
  readonly '5xx': ServerFault;
}

/** The keys of a map of responses that are statuses. */
type Exact<Keys> = Keys extends number
  ? Keys
  : Keys extends `${infer Status extends number}`
    ? Status
    : never;

type InClasses<Keys> = Classes[Keys & keyof Classes];

/** The statuses that a key stands for: a class without those that have keys of their own, `default` for all others. */
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
