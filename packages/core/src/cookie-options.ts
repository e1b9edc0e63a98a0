import type { CookieAttributes } from '@nextpress/semantics/cookie';

/** Options of `res.cookie`. */
export interface CookieOptions extends Omit<CookieAttributes, 'maxAge'> {
  /**
   * **Milliseconds** until the cookie expires, as in Express. It is sent as `Max-Age`, in seconds, and as `Expires`.
   * @defaultValue none: the cookie ends with the browser session
   */
  readonly maxAge?: number | null | undefined;
  /**
   * The path prefix that the cookie is sent for.
   * @defaultValue `'/'`
   */
  readonly path?: string | undefined;
  /**
   * Whether to sign the value with `req.secret`, which cookie-parser sets.
   * @defaultValue `false`
   */
  readonly signed?: boolean | undefined;
}
