import type { IncomingMessage } from 'node:http';
import type { CookieAttributes } from '@nextpress/semantics/cookie';
import type { RequestHelpers } from './request-helpers.ts';

/** The value of a header. An array is sent as one header line per element. */
export type FieldValue = string | number | boolean | readonly (string | number | boolean)[];

/** A URL, or text that is percent-encoded to become one. */
export type UrlLike = string | URL;

/** Responds in one of the formats of {@link ResponseHelpers.format}. A method, so that its parameters are bivariant. */
export type FormatHandler<Request, Response> = {
  handle(req: Request, res: Response, next: (error?: unknown) => void): unknown;
}['handle'];

/** The members of a patched response in addition to Node's. If a method throws, nothing was written. */
export interface ResponseHelpers {
  /**
   * Sets the status code.
   *
   * @throws TypeError if it is not an integer; RangeError if it is not from 100 to 999
   *
   * @example
   * ```ts
   * app.post('/users', (req, res) => res.status(201).json({ id: 7 }));
   * // POST /users => 201 {"id":7}
   * ```
   */
  status(code: number): this;

  /**
   * Sets one header or several. `Content-Type` also accepts a file extension, and gets `charset=utf-8` if that is the
   * type's default.
   *
   * @throws TypeError for an invalid name or value, or if the headers were sent
   *
   * @example
   * ```ts
   * app.get('/', (req, res) => {
   *   res.set('Cache-Control', 'no-store').set({ 'Content-Type': 'text', 'X-Page': 2 }).send('hello');
   * });
   * // GET / => 200 Cache-Control: no-store
   * // GET / => 200 Content-Type: text/plain; charset=utf-8
   * // GET / => 200 X-Page: 2
   * ```
   */
  set(name: string, value: FieldValue): this;
  set(headers: Readonly<Record<string, FieldValue>>): this;
  /** An alias of `set`. */
  header(name: string, value: FieldValue): this;
  header(headers: Readonly<Record<string, FieldValue>>): this;

  /**
   * Adds a value to a header. If the header is already set, it becomes an array, sent as one header line per element.
   * As in Express, the value is optional only in the type.
   *
   * @throws the errors of {@link ResponseHelpers.set}
   *
   * @example
   * ```ts
   * app.get('/', (req, res) => res.append('Warning', '199 a').append('Warning', '199 b').end());
   * // GET / => 200 Warning: 199 a, 199 b
   * ```
   */
  append(name: string, value?: FieldValue): this;

  /**
   * Returns a header's value, by its case-insensitive name. The type is Express's; the value can also be an array, or a
   * number set by `setHeader`.
   *
   * @example
   * ```ts
   * app.get('/', (req, res) => {
   *   res.type('html');
   *   res.send(res.get('Content-Type'));
   * });
   * // GET / => 200 text/html; charset=utf-8
   * ```
   */
  get(name: string): string | undefined;

  /**
   * Sets `Content-Type` to a media type or that of a file extension, by default `application/octet-stream`.
   *
   * @example
   * ```ts
   * app.get('/feed', (req, res) => res.type('xml').send('<feed/>'));
   * // GET /feed => 200 Content-Type: application/xml; charset=utf-8
   * ```
   */
  type(type: string): this;
  /** An alias of `type`. */
  contentType(type: string): this;

  /**
   * Adds header names to `Vary` without duplicates (RFC 9110 §12.5.5).
   *
   * @throws TypeError for an invalid header name
   *
   * @example
   * ```ts
   * app.get('/', (req, res) => res.vary('Accept-Language').send('hello'));
   * // GET / => 200 Vary: Accept-Language
   * ```
   */
  vary(header: string | readonly string[]): this;

  /**
   * Adds links to the header `Link`, keyed by relation (RFC 8288 §3): `{ next: '/users?page=2' }`.
   *
   * Targets and relations are not escaped. Validate those that come from a request.
   *
   * @example
   * ```ts
   * app.get('/users', (req, res) => res.links({ next: '/users?page=2' }).json([]));
   * // GET /users => 200 Link: </users?page=2>; rel="next"
   * ```
   */
  links(links: Readonly<Record<string, UrlLike | readonly UrlLike[]>>): this;

  /**
   * Sets `Location`. Characters that are not allowed in a URL are percent-encoded.
   *
   * @throws TypeError for a symbol
   *
   * @example
   * ```ts
   * app.post('/users', (req, res) => res.status(201).location('/users/7').end());
   * // POST /users => 201 Location: /users/7
   * ```
   */
  location(url: UrlLike): this;

  /**
   * Sets `Content-Disposition: attachment` (RFC 6266) with the last part of the file name, and `Content-Type` by its extension.
   *
   * @throws TypeError if the name is not a string
   *
   * @example
   * ```ts
   * app.get('/report', (req, res) => res.attachment('2026.csv').send('month,total'));
   * // GET /report => 200 Content-Disposition: attachment; filename=2026.csv
   * // GET /report => 200 Content-Type: text/csv; charset=utf-8
   * ```
   */
  attachment(filename?: string): this;

  /**
   * Adds a cookie. As cookie-parser expects, an object is sent as JSON with the prefix `j:`, and a signed value with
   * `s:`.
   *
   * @throws TypeError for an invalid name, value or attribute; Error if there is no secret to sign with
   * @remarks Express ignores an unknown option, such as `httponly`. `createServer()` throws a `TypeError`.
   *
   * @example
   * ```ts
   * app.get('/login', (req, res) => {
   *   res.cookie('session', 'abc', { httpOnly: true, secure: true, sameSite: 'lax', maxAge: 3_600_000 });
   *   res.send('hello');
   * });
   * app.get('/theme', (req, res) => res.cookie('theme', 'dark').end());
   * // GET /theme => 200 Set-Cookie: theme=dark; Path=/
   * ```
   */
  cookie(name: string, value: unknown, options?: CookieOptions): this;
  /**
   * Clears a cookie. `path` and `domain` must be the ones it was set with.
   *
   * @throws the errors of {@link ResponseHelpers.cookie}
   *
   * @example
   * ```ts
   * app.get('/logout', (req, res) => res.clearCookie('session').redirect('/'));
   * // GET /logout => 302 Set-Cookie: session=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT
   * ```
   */
  clearCookie(name: string, options?: CookieOptions): this;

  /**
   * Values that middleware passes to later middleware and views: an object without a prototype, created on first
   * access.
   *
   * @example
   * ```ts
   * app.use((req, res, next) => {
   *   res.locals.user = 'Ada';
   *   next();
   * });
   * app.get('/', (req, res) => res.send(`Hello, ${res.locals.user}`));
   * // GET / => 200 Hello, Ada
   * ```
   */
  locals: Record<string, unknown>;

  /**
   * Responds with JSON, as `application/json; charset=utf-8` unless `Content-Type` is set. If `send` was replaced,
   * calls the replacement with the text.
   *
   * @throws the errors of `JSON.stringify`; Error `ERR_HTTP_HEADERS_SENT` after a response
   * @remarks Express sends `{}` for a promise. `createServer()` throws a `TypeError` that says how to fix it.
   *
   * @example
   * ```ts
   * app.get('/users/:id', (req, res) => res.json({ id: req.params.id, roles: ['admin'] }));
   * // GET /users/7 => 200 {"id":"7","roles":["admin"]}
   * ```
   */
  json(value: unknown): this;

  /**
   * Responds with JSON, or with a script that calls the callback named in the query.
   *
   * @throws the errors of {@link ResponseHelpers.json}
   *
   * @example
   * ```ts
   * app.get('/user', (req, res) => res.jsonp({ name: 'Ada' }));
   * // GET /user?callback=show => 200 Content-Type: text/javascript; charset=utf-8
   * // GET /user => 200 {"name":"Ada"}
   * ```
   */
  jsonp(value: unknown): this;

  /**
   * Responds with a string (`text/html; charset=utf-8`), with bytes (`application/octet-stream`; one byte per element
   * of a typed array), without a body (`null`, `undefined`), or with any other value as JSON. Keeps a `Content-Type`
   * that is set, and adds `charset=utf-8` to it for a string. Except in `nextpress/express`, it also sends Node
   * streams, web streams and async generators, no faster than the client reads, as well as a `Blob`, an `ArrayBuffer`,
   * or a web `Response` with its status and headers; `onSend` hooks do not see streams. A stream's error goes to the
   * error handlers; a response that has started is cut.
   *
   * If the response has an `ETag` or `Last-Modified` and the client's cached response is still valid, the response to
   * `GET`, `HEAD` or `QUERY` is a 304. The same applies to `json`, `jsonp` and `sendStatus`.
   *
   * @throws the errors of {@link ResponseHelpers.json}; TypeError for a promise or an error
   * @remarks Express sends `{}`, or the fields of the object, for a stream, a `Blob`, an `ArrayBuffer`, a web `Response`, a promise and an error.
   *
   * @example
   * ```ts
   * app.get('/text', (req, res) => res.send('<p>Hello</p>'));
   * app.get('/bytes', (req, res) => res.send(Buffer.from('hello')));
   * app.get('/value', (req, res) => res.send({ hello: 'world' }));
   * // GET /text => 200 Content-Type: text/html; charset=utf-8
   * // GET /bytes => 200 Content-Type: application/octet-stream
   * // GET /value => 200 {"hello":"world"}
   * ```
   */
  send(body?: unknown): this;

  /**
   * Responds with a status and its reason phrase as plain text.
   *
   * @throws the errors of {@link ResponseHelpers.status}; Error `ERR_HTTP_HEADERS_SENT` after a response
   *
   * @example
   * ```ts
   * app.get('/private', (req, res) => res.sendStatus(403));
   * // GET /private => 403 Forbidden
   * ```
   */
  sendStatus(code: number): this;

  /**
   * Redirects the client, with 302 or another status. Characters that are not allowed in a URL are percent-encoded. Validate a
   * target that comes from a request, because it may lead to another site.
   *
   * @throws the errors of {@link ResponseHelpers.status}; Error `ERR_HTTP_HEADERS_SENT` after a response
   *
   * @example
   * ```ts
   * app.get('/old', (req, res) => res.redirect(301, '/new'));
   * // GET /old => 301 Location: /new
   * ```
   */
  redirect(url: UrlLike): void;
  redirect(status: number, url: UrlLike): void;

  /**
   * Calls the handler for the media type or file extension that the client prefers (RFC 9110 §12.5.1), and adds `Accept` to
   * `Vary`. If the client accepts none, calls `default`, or else creates an error of status 406 (`ERR_NOT_ACCEPTABLE`, with the
   * offered `types`), which is passed to `next` or thrown.
   *
   * @throws TypeError if the handler is not a function
   *
   * @example
   * ```ts
   * app.get('/', (req, res) => {
   *   res.format({
   *     html: () => res.send('<p>Hello</p>'),
   *     json: () => res.json({ hello: 'world' }),
   *     default: () => res.sendStatus(406),
   *   });
   * });
   * // GET / Accept: application/json => 200 {"hello":"world"}
   * // GET / Accept: image/png => 406
   * ```
   */
  format(handlers: Readonly<Record<string, FormatHandler<IncomingMessage & RequestHelpers, this>>>): this;
}

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
