/** @module What `cors()` takes. */

import type { IncomingMessage } from 'node:http';
import type { CorsCallback, Returned } from './asked-function.ts';
import type { OriginOption } from './origin-rule.ts';

/** What {@link cors} takes. Every option that is left out, or is `null`, has its default. */
export interface CorsOptions {
  /**
   * Who may read the answers. `'*'`: everybody, without credentials. A string, a `RegExp` or a list of both: these
   * origins. A function: see {@link OriginFunction}. `true`: whoever asks, which with `credentials` lets every site
   * act for your users. `false` or `null`: no CORS at all, and nothing left of what an earlier `cors()` allowed. The origin
   * `null` is allowed only by `'*'` or by its name.
   * @defaultValue `'*'`
   */
  readonly origin?: OriginOption | null | undefined;
  /**
   * Methods that a preflight allows, as a list or with commas between them. They are case-sensitive.
   * @defaultValue `['GET', 'HEAD', 'PUT', 'PATCH', 'POST', 'DELETE']`
   */
  readonly methods?: string | readonly string[] | null | undefined;
  /**
   * Request fields that a preflight allows, as a list or with commas between them; `[]` allows none beyond those
   * that need no permission. Left out, an allowed origin gets those it asks for.
   * @defaultValue the names in `Access-Control-Request-Headers`
   */
  readonly allowedHeaders?: string | readonly string[] | null | undefined;
  /** The same as `allowedHeaders`, as in the cors package. */
  readonly headers?: string | readonly string[] | null | undefined;
  /**
   * Response fields that scripts may read, as a list or with commas between them.
   * @defaultValue `[]`
   */
  readonly exposedHeaders?: string | readonly string[] | null | undefined;
  /**
   * Whether requests may carry cookies, `Authorization` and client certificates. Needs origins that are named.
   * @defaultValue `false`
   */
  readonly credentials?: boolean | null | undefined;
  /**
   * How long a browser may cache the response to a preflight, in seconds; a text of digits will do.
   * @defaultValue no header: browsers take 5 seconds
   */
  readonly maxAge?: number | string | null | undefined;
  /**
   * `Cache-Control` of the answer to a preflight that allows something: seconds for `max-age`, or the whole value. Only
   * for a shared cache that has been told to keep answers to `OPTIONS`; browsers go by `maxAge`.
   * @defaultValue no field
   */
  readonly cacheControl?: number | string | undefined;
  /**
   * Whether sites outside of this server's private network may send requests into it, when a preflight asks with
   * `Access-Control-Request-Private-Network`. Needs another `origin` than `'*'`.
   * @defaultValue `false`
   */
  readonly privateNetwork?: boolean | undefined;
  /**
   * Whether a preflight, with its fields set, goes on to the next layer instead of being answered.
   * @defaultValue `false`
   */
  readonly preflightContinue?: boolean | undefined;
  /**
   * Status of the answer to a preflight, from 200 to 299.
   * @defaultValue `204`
   */
  readonly optionsSuccessStatus?: number | undefined;
}

/**
 * Chooses the options for one request, by what it returns, a promise of that or, when it has a second parameter, by a
 * callback alone. Options that are frozen, with the lists in them, are checked and compiled the first time only.
 */
export type CorsOptionsFunction<Request extends IncomingMessage = IncomingMessage> = (
  req: Request,
  callback: CorsCallback<CorsOptions>,
) => Returned<CorsOptions>;
