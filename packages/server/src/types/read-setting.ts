import type { Anything } from './values.ts';

/** Reads a setting: the other use of `app.get`. */
export interface ReadSetting {
  /**
   * Registers handlers for `GET` requests whose path matches, and returns the application. They respond to `HEAD` as well, unless the path has
   * handlers of its own for that. With a name alone, it reads a setting, as `app.set` does. The rest is as for
   * `app.post`.
   *
   * @throws TypeError when the path or an option is invalid
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
  // biome-ignore lint/style/useShorthandFunctionType: editors show the comment of a signature only
  (setting: string): Anything;
}
