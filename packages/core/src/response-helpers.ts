/** What a field can be set to. Numbers and booleans are sent as text, a list as one field line per element. */
export type FieldValue = string | number | boolean | readonly (string | number | boolean)[];

/**
 * What a patched response offers beside Node's own. The methods that answer (`json`, `send`, `redirect`, `sendStatus`)
 * write head and body at once; when they throw, nothing has been written.
 */
export interface ResponseHelpers {
  /**
   * Sets the status code.
   *
   * @throws TypeError when it isn't an integer; RangeError when it isn't from 100 to 999
   */
  status(code: number): this;

  /**
   * Sets a field, or several. `Content-Type` takes a file extension too, and gets `charset=utf-8` where that is its default.
   *
   * @throws TypeError when a name or value can't be sent, or the head has been sent
   */
  set(name: string, value: FieldValue): this;
  set(fields: Readonly<Record<string, FieldValue>>): this;
  /** The same as `set`. */
  header(name: string, value: FieldValue): this;
  header(fields: Readonly<Record<string, FieldValue>>): this;

  /** A field as it was set, by its name in any case. */
  get(name: string): number | string | string[] | undefined;

  /** Sets `Content-Type`: a media type, or a file extension such as `html`; `application/octet-stream` for an unknown one. */
  type(type: string): this;

  /**
   * Answers with JSON: `application/json; charset=utf-8`, unless a `Content-Type` was set.
   *
   * @throws TypeError `ERR_JSON_UNSERIALIZABLE` when the value has no JSON text (its `cause` says why); Error
   * `ERR_HTTP_HEADERS_SENT` when there was an answer already
   */
  json(value: unknown): this;

  /**
   * Answers with a text (`text/html; charset=utf-8`), with bytes (`application/octet-stream`), with nothing (`null`,
   * `undefined`), or with anything else as JSON. A `Content-Type` that was set stays; that of a text gets `charset=utf-8`.
   *
   * @throws what {@link ResponseHelpers.json} throws
   */
  send(body?: unknown): this;

  /**
   * Answers with a status and its reason as plain text.
   *
   * @throws what {@link ResponseHelpers.status} throws; Error `ERR_HTTP_HEADERS_SENT` when there was an answer already
   */
  sendStatus(code: number): this;

  /**
   * Sends the client elsewhere: 302, or the status given. Whatever a URL can't hold is escaped. A target from a
   * request is a way out of the site: check it first.
   *
   * @throws TypeError when the target isn't a string; Error `ERR_HTTP_HEADERS_SENT` when there was an answer already
   */
  redirect(url: string): void;
  redirect(status: number, url: string): void;
}
