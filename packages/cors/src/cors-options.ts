import type { IncomingMessage } from 'node:http';
import type { CorsCallback, Returned } from './normalize-async.ts';
import type { OriginOption } from './origin-rule.ts';

/** Options of {@link cors}. `null` means the default, except for `origin`, where it means `false`. */
export interface CorsOptions {
  /**
   * The origins that may read responses. `'*'`: every origin, without credentials. A string, a `RegExp` or a list of
   * both: these origins. A function: see {@link OriginFunction}. `true`: echoes any origin, which together with
   * `credentials` lets every site act for your users. `false` or `null`: none, and the headers of an earlier `cors()`
   * are removed. The origin `null` is allowed only by `'*'` or by name.
   * @defaultValue `'*'`
   */
  readonly origin?: OriginOption | null | undefined;
  /**
   * The methods that a preflight allows, as an array or comma-separated. Case-sensitive.
   * @defaultValue `['GET', 'HEAD', 'PUT', 'PATCH', 'POST', 'DELETE']`
   */
  readonly methods?: string | readonly string[] | null | undefined;
  /**
   * The request headers that a preflight allows, as an array or comma-separated. `[]` allows only those that need no
   * permission.
   * @defaultValue the headers in `Access-Control-Request-Headers`
   */
  readonly allowedHeaders?: string | readonly string[] | null | undefined;
  /** An alias of `allowedHeaders`, as in the cors package. */
  readonly headers?: string | readonly string[] | null | undefined;
  /**
   * The response headers that scripts may read, as an array or comma-separated.
   * @defaultValue `[]`
   */
  readonly exposedHeaders?: string | readonly string[] | null | undefined;
  /**
   * Whether requests may carry cookies, `Authorization` and client certificates. Not possible with the origin `'*'`.
   * @defaultValue `false`
   */
  readonly credentials?: boolean | null | undefined;
  /**
   * How long browsers may cache the response to a preflight, in seconds.
   * @defaultValue no header; browsers then cache for 5 seconds
   */
  readonly maxAge?: number | string | null | undefined;
  /**
   * `Cache-Control` of the response to an allowed preflight: seconds for `max-age`, or the complete value. Only useful
   * for a shared cache that is configured to cache responses to `OPTIONS`; browsers use `maxAge`. Not set with
   * `preflightContinue`.
   * @defaultValue no header
   */
  readonly cacheControl?: number | string | undefined;
  /**
   * Whether to call `next` after setting the headers of a preflight, instead of responding.
   * @defaultValue `false`
   */
  readonly preflightContinue?: boolean | undefined;
  /**
   * Status of the response to a preflight, from 200 to 299.
   * @defaultValue `204`
   */
  readonly optionsSuccessStatus?: number | undefined;
}

/**
 * Chooses the options for one request. Returns them or a promise, or calls back if it has a second parameter. They are validated for each
 * request.
 */
export type CorsOptionsFunction<Request extends IncomingMessage = IncomingMessage> = (
  req: Request,
  callback: CorsCallback<CorsOptions>,
) => Returned<CorsOptions>;
