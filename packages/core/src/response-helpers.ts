import type { IncomingMessage } from 'node:http';
import type { CookieOptions } from './cookie-options.ts';
import type { RequestHelpers } from './request-helpers.ts';

/** The value of a header. A list is sent as one header line per element. */
export type FieldValue = string | number | boolean | readonly (string | number | boolean)[];

/** A URL, or text that is percent-encoded to become one. */
export type UrlLike = string | URL;

/** Responds in one of the formats of {@link ResponseHelpers.format}. A method, so that its parameters are bivariant. */
export type FormatHandler<Request, Response> = {
  handle(req: Request, res: Response, next: (error?: unknown) => void): unknown;
}['handle'];

/** The members that a patched response has in addition to Node's. If a method throws, nothing has been written. */
export interface ResponseHelpers {
  /**
   * Sets the status code.
   *
   * @throws TypeError when it is not an integer; RangeError when it is not from 100 to 999
   */
  status(code: number): this;

  /**
   * Sets one header or several. `Content-Type` also accepts a file extension, and gets `charset=utf-8` where that is the default.
   *
   * @throws TypeError for an invalid name or value, or when the headers have been sent
   */
  set(name: string, value: FieldValue): this;
  set(headers: Readonly<Record<string, FieldValue>>): this;
  /** The same as `set`. */
  header(name: string, value: FieldValue): this;
  header(headers: Readonly<Record<string, FieldValue>>): this;

  /**
   * Adds a value to a header. A header that is set already becomes a list, sent as one header line per element. The value is
   * optional only in the type, as in Express.
   *
   * @throws what {@link ResponseHelpers.set} throws
   */
  append(name: string, value?: FieldValue): this;

  /**
   * The value of a header, by its case-insensitive name. The type is that of Express; the value can also be a list, or a number
   * set by `setHeader`.
   */
  get(name: string): string | undefined;

  /** Sets `Content-Type` to a media type or that of a file extension, by default `application/octet-stream`. */
  type(type: string): this;
  /** The same as `type`. */
  contentType(type: string): this;

  /**
   * Adds header names to `Vary`, each once (RFC 9110 §12.5.5).
   *
   * @throws TypeError for an invalid header name
   */
  vary(header: string | readonly string[]): this;

  /**
   * Adds links to the header `Link`, by their relation (RFC 8288 §3): `{ next: '/users?page=2' }`.
   *
   * Targets and relations are not escaped. Validate those that come from a request.
   */
  links(links: Readonly<Record<string, UrlLike | readonly UrlLike[]>>): this;

  /**
   * Sets `Location`. Characters that are not allowed in a URL are percent-encoded.
   *
   * @throws TypeError for a symbol
   */
  location(url: UrlLike): this;

  /**
   * Sets `Content-Disposition: attachment` (RFC 6266) with the last part of the file name, and `Content-Type` by its extension.
   *
   * @throws TypeError when the name is not a string
   */
  attachment(filename?: string): this;

  /**
   * Adds a cookie. As cookie-parser expects, an object is sent as JSON with the prefix `j:`, a signed value with `s:`.
   *
   * @throws TypeError for an invalid name, value or attribute; Error when there is no secret to sign with
   */
  cookie(name: string, value: unknown, options?: CookieOptions): this;
  /**
   * Clears a cookie. `path` and `domain` have to be those that it was set with.
   *
   * @throws what {@link ResponseHelpers.cookie} throws
   */
  clearCookie(name: string, options?: CookieOptions): this;

  /**
   * Values that middleware passes on to other middleware and views: an object without a prototype, created when it is first read.
   */
  locals: Record<string, unknown>;

  /**
   * Responds with JSON, as `application/json; charset=utf-8` unless `Content-Type` is set. If `send` has been replaced, calls the
   * replacement with the text.
   *
   * @throws what `JSON.stringify` throws; Error `ERR_HTTP_HEADERS_SENT` after a response
   */
  json(value: unknown): this;

  /**
   * Responds with JSON, or with a script that calls the callback named in the query.
   *
   * @throws what {@link ResponseHelpers.json} throws
   */
  jsonp(value: unknown): this;

  /**
   * Responds with a text (`text/html; charset=utf-8`), with bytes (`application/octet-stream`; one byte per element of a typed
   * array), without a body (`null`, `undefined`), or with any other value as JSON. Keeps a `Content-Type` that is set, and adds
   * `charset=utf-8` to that of a text. Except in `nextpress/express`, it also sends a stream of Node or of the web no faster than the client
   * reads it, a `Blob`, an `ArrayBuffer`, and a web `Response` with its status and headers; the `onSend` hooks do not see streams. The error
   * of a stream goes to the error handlers until something has been sent, then the response is cut.
   *
   * If the response has an `ETag` or `Last-Modified` and the cached response of the client is still valid, the response to
   * `GET`, `HEAD` or `QUERY` is a 304. The same applies to `json`, `jsonp` and `sendStatus`.
   *
   * @throws what {@link ResponseHelpers.json} throws; TypeError for a promise or an error
   */
  send(body?: unknown): this;

  /**
   * Responds with a status and its reason phrase as plain text.
   *
   * @throws what {@link ResponseHelpers.status} throws; Error `ERR_HTTP_HEADERS_SENT` after a response
   */
  sendStatus(code: number): this;

  /**
   * Redirects the client, with 302 or another status. Characters that are not allowed in a URL are percent-encoded. Validate a
   * target that comes from a request, because it may lead to another site.
   *
   * @throws what {@link ResponseHelpers.status} throws; Error `ERR_HTTP_HEADERS_SENT` after a response
   */
  redirect(url: UrlLike): void;
  redirect(status: number, url: UrlLike): void;

  /**
   * Calls the handler for the media type or file extension that the client prefers (RFC 9110 §12.5.1), and adds `Accept` to
   * `Vary`. If the client accepts none, calls `default`, or else creates an error of status 406 (`ERR_NOT_ACCEPTABLE`, with the
   * offered `types`), which is passed to `next` or thrown.
   *
   * @throws TypeError when the handler is not a function
   */
  format(handlers: Readonly<Record<string, FormatHandler<IncomingMessage & RequestHelpers, this>>>): this;
}
