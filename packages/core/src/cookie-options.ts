import type { CookieAttributes } from '@nextpress/semantics/cookie';

/** What `res.cookie` sends a cookie with. */
export interface CookieOptions extends Omit<CookieAttributes, 'maxAge'> {
  /**
   * **Milliseconds** until the cookie is forgotten, as in Express. (The attribute that is sent has seconds, and comes with the
   * `Expires` that it means.)
   * @defaultValue none: it is forgotten with the browser's session
   */
  readonly maxAge?: number | null | undefined;
  /**
   * Where the paths begin that the cookie is for.
   * @defaultValue `'/'`
   */
  readonly path?: string | undefined;
  /**
   * Whether the value is signed with `req.secret`, which cookie-parser sets.
   * @defaultValue `false`
   */
  readonly signed?: boolean | undefined;
}
