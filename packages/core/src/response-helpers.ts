import type { IncomingMessage } from 'node:http';
import type { CookieOptions } from './cookie-options.ts';
import type { RequestHelpers } from './request-helpers.ts';

/** What a field can be set to. Numbers and booleans are sent as text, a list as one field line per element. */
export type FieldValue = string | number | boolean | readonly (string | number | boolean)[];

/** A URL, or what is to become one: what it can't hold is escaped. */
export type UrlLike = string | URL;

/**
 * Answers in one of the forms that {@link ResponseHelpers.format} offers. (A method, so that it may ask for the server's own
 * types.)
 */
export type FormatHandler<Request, Response> = {
  answer(req: Request, res: Response, next: (error?: unknown) => void): unknown;
}['answer'];

/**
 * What a patched response offers beside Node's own. The methods that answer (`json`, `jsonp`, `send`, `redirect`, `sendStatus`)
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

  /**
   * Adds to a field: a field that is set already becomes a list, sent as one field line per element. (The value may only
   * be missing in the type, as in Express's.)
   *
   * @throws what {@link ResponseHelpers.set} throws
   */
  append(name: string, value?: FieldValue): this;

  /**
   * A field as it was set, by its name in any case. Its type is that of Express's types, so that handlers move over: what was
   * set as a list is one, and what `setHeader` was given as a number.
   */
  get(name: string): string | undefined;

  /** Sets `Content-Type`: a media type, or a file extension such as `html`; `application/octet-stream` for an unknown one. */
  type(type: string): this;
  /** The same as `type`. */
  contentType(type: string): this;

  /**
   * Adds names of request fields to `Vary`, each once (RFC 9110 §12.5.5).
   *
   * @throws TypeError when one isn't the name of a field, or `*`
   */
  vary(field: string | readonly string[]): this;

  /**
   * Adds links to the `Link` field, by their relation (RFC 8288 §3): `{ next: '/users?page=2' }`.
   *
   * Targets and relations are sent as they are: check those that come from a request.
   */
  links(links: Readonly<Record<string, UrlLike | readonly UrlLike[]>>): this;

  /**
   * Sets `Location`. Whatever a URL can't hold is escaped.
   *
   * @throws TypeError for a symbol
   */
  location(url: UrlLike): this;

  /**
   * Says that the content is to be saved (`Content-Disposition: attachment`, RFC 6266), under the last part of the name given,
   * and sets `Content-Type` by its extension.
   *
   * @throws TypeError when the name isn't a string
   */
  attachment(filename?: string): this;

  /**
   * Adds a cookie. An object is sent as JSON, with the mark `j:` that cookie-parser knows; a signed value with the mark `s:`.
   *
   * @throws TypeError when the name, the value or an attribute can't be sent; Error when there is no secret to sign with
   */
  cookie(name: string, value: unknown, options?: CookieOptions): this;
  /**
   * Tells the client to forget a cookie: `path` and `domain` have to be those that it was set with.
   *
   * @throws what {@link ResponseHelpers.cookie} throws
   */
  clearCookie(name: string, options?: CookieOptions): this;

  /**
   * For what this request's layers tell each other and their views: an object without a prototype, made when it is first
   * read.
   */
  locals: Record<string, unknown>;

  /**
   * Answers with JSON: `application/json; charset=utf-8`, unless a `Content-Type` was set. Where `send` has been replaced
   * (on this response, or on its prototype), the one in its place gets the text.
   *
   * @throws what `JSON.stringify` throws; Error `ERR_HTTP_HEADERS_SENT` after a response
   */
  json(value: unknown): this;

  /**
   * Answers with JSON, or, when the query names a callback, with a script that calls it.
   *
   * @throws what {@link ResponseHelpers.json} throws
   */
  jsonp(value: unknown): this;

  /**
   * Answers with a text (`text/html; charset=utf-8`), with bytes (`application/octet-stream`; a typed array gives
   * one byte per element), with nothing (`null`, `undefined`), or with anything else as JSON. A `Content-Type` that was set
   * stays; that of a text gets `charset=utf-8`.
   *
   * With a validator, which the `etag` setting or the handler gives it, an answer to `GET`, `HEAD` or `QUERY` is a 304 where the
   * client has it already; the same goes for `json`, `jsonp` and `sendStatus`.
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
   * @throws what {@link ResponseHelpers.status} throws; Error `ERR_HTTP_HEADERS_SENT` after a response
   */
  redirect(url: UrlLike): void;
  redirect(status: number, url: UrlLike): void;

  /**
   * Answers in the form that the client likes best of those offered, by media type or file extension (RFC 9110 §12.5.1), and
   * adds `Accept` to `Vary`. When it accepts none: by `default`, or else with an error of status 406 (`ERR_NOT_ACCEPTABLE`,
   * with the `types` offered), which goes to the server's `next` or, without one, is thrown.
   *
   * @throws TypeError when something offered isn't a function
   */
  format(handlers: Readonly<Record<string, FormatHandler<IncomingMessage & RequestHelpers, this>>>): this;
}
