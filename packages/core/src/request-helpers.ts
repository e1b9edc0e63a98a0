import type { ServerResponse } from 'node:http';
import type { Query } from '@nextpress/semantics/query';
import type { ByteRange } from '@nextpress/semantics/range';

/** Captured values by name; a wildcard may capture a list. */
export type Params = Readonly<Record<string, string | readonly string[]>>;

/** Parses a query without its `?`; called with `null` if the target has none. */
export type QueryParser = (query: string) => Record<string, unknown>;

/** The result of {@link RequestHelpers.range}. */
export interface AskedRanges extends Array<ByteRange> {
  /** The range unit as it was sent, usually `bytes`. */
  type: string;
}

/**
 * The members of a patched request in addition to Node's. Properties are computed on access, and can be assigned. The
 * headers `X-Forwarded-For`, `-Proto` and `-Host` are used if the settings trust the socket's peer.
 */
export interface RequestHelpers {
  /**
   * The request target as it was received, even if `url` was changed.
   *
   * @example
   * ```ts
   * app.use('/api', (req, res) => res.json([req.originalUrl, req.baseUrl, req.url]));
   * // GET /api/users?page=2 => 200 ["/api/users?page=2","/api","/users?page=2"]
   * ```
   */
  originalUrl: string;
  /**
   * The path of `url` in canonical form: without dot segments and unnecessary escapes, other escapes in upper case. It
   * is `*` for `OPTIONS *`. Assign `url` to change it. In Express applications this name is free: they may assign it,
   * and routing still uses the path of `url`.
   *
   * @throws HttpError 400 `ERR_REQUEST_TARGET` if `url` is malformed; TypeError on assignment
   *
   * @example
   * ```ts
   * app.get('/report', (req, res) => res.send(req.pathname));
   * // GET /files/../%72eport => 200 /report
   * ```
   */
  readonly pathname: string;
  /**
   * The query of `url` with its `?`, or an empty string.
   *
   * @example
   * ```ts
   * app.get('/', (req, res) => res.send(req.search));
   * // GET /?page=2 => 200 ?page=2
   * ```
   */
  search: string;
  /** The query of `url`, parsed on first access, and again when `url` changes, unless it was assigned. */
  query: Query;
  /** The captures of the route's pattern. */
  params: Params;
  /** Set by middleware that reads the body. */
  body: unknown;
  /**
   * Returns a header's value, by its case-insensitive name. `Referrer` and `Referer` are the same.
   *
   * @throws TypeError if the name is empty or not a string
   *
   * @example
   * ```ts
   * app.get('/', (req, res) => res.send(req.get('user-agent')));
   * // GET / User-Agent: curl/8.5 => 200 curl/8.5
   * ```
   */
  get(name: 'set-cookie' | 'Set-Cookie'): string[] | undefined;
  get(name: string): string | undefined;
  /**
   * An alias of `get`.
   *
   * @example
   * ```ts
   * app.get('/', (req, res) => res.send(req.header('Accept-Language')));
   * // GET / Accept-Language: de => 200 de
   * ```
   */
  header(name: 'set-cookie' | 'Set-Cookie'): string[] | undefined;
  header(name: string): string | undefined;

  /** The response to this request; `undefined` if `prepareRequest()` was not called and Node is not sending it yet. */
  res: ServerResponse | undefined;
  /**
   * The path of `url` without the query, in canonical form like `pathname`, or as sent if `url` is malformed.
   *
   * @remarks Express returns the path as the client sent it, so a guard and a route may disagree about `/%61dmin`.
   *
   * @example
   * ```ts
   * app.get('/users/:id', (req, res) => res.send(req.path));
   * // GET /users/7?full=1 => 200 /users/7
   * ```
   */
  path: string;
  /**
   * `'https'` or `'http'`. Behind a trusted proxy (`trust proxy`), the value of `X-Forwarded-Proto`.
   *
   * @example
   * ```ts
   * app.set('trust proxy', 'loopback');
   * app.get('/', (req, res) => res.send(req.protocol));
   * // GET / => 200 http
   * // GET / X-Forwarded-Proto: https => 200 https
   * ```
   */
  protocol: string;
  /**
   * Whether `protocol` is `https`.
   *
   * @example
   * ```ts
   * app.get('/', (req, res) => res.json(req.secure));
   * // GET / => 200 false
   * ```
   */
  secure: boolean;
  /**
   * The client's address: the peer, or the last entry of `X-Forwarded-For` that is not a trusted proxy. `undefined` if
   * the socket has no address or is closed.
   *
   * @example
   * ```ts
   * app.set('trust proxy', 'loopback');
   * app.get('/', (req, res) => res.send(req.ip));
   * // GET / X-Forwarded-For: 203.0.113.7 => 200 203.0.113.7
   * ```
   */
  ip: string | undefined;
  /**
   * The addresses in `X-Forwarded-For` from the client to the trusted proxies; empty if the peer is not trusted.
   *
   * @example
   * ```ts
   * app.set('trust proxy', 'loopback, 10.0.0.0/8');
   * app.get('/', (req, res) => res.json(req.ips));
   * // GET / X-Forwarded-For: 203.0.113.7, 10.0.0.2 => 200 ["203.0.113.7","10.0.0.2"]
   * ```
   */
  ips: string[];
  /**
   * The host and port of the request in lower case, from an absolute-form target or else from `Host`. `undefined` for HTTP/1.0 requests
   * without `Host`.
   *
   * @remarks Express returns the value of `Host` as sent, even if the target names another host.
   *
   * @example
   * ```ts
   * app.get('/', (req, res) => res.send(req.host));
   * // GET / Host: example.com:8080 => 200 example.com:8080
   * ```
   */
  host: string;
  /**
   * The host without its port. An IPv6 address keeps its brackets. `undefined` if there is no host.
   *
   * @example
   * ```ts
   * app.get('/', (req, res) => res.send(req.hostname));
   * // GET / Host: example.com:8080 => 200 example.com
   * ```
   */
  hostname: string;
  /**
   * The subdomains, last first: `['b', 'a']` for `a.b.example.com`.
   *
   * @example
   * ```ts
   * app.get('/', (req, res) => res.json(req.subdomains));
   * // GET / Host: a.b.example.com => 200 ["b","a"]
   * ```
   */
  subdomains: string[];
  /**
   * Whether `X-Requested-With` is `XMLHttpRequest`.
   *
   * @example
   * ```ts
   * app.get('/', (req, res) => res.json(req.xhr));
   * // GET / X-Requested-With: XMLHttpRequest => 200 true
   * ```
   */
  xhr: boolean;
  /**
   * Whether the client's cached response is still valid, according to the `ETag` and `Last-Modified` that were set (RFC
   * 9110 §13.1).
   *
   * @example
   * ```ts
   * app.get('/', (req, res) => {
   *   res.set('ETag', '"v1"');
   *   if (req.fresh) res.sendStatus(304);
   *   else res.send('version 1');
   * });
   * // GET / => 200 version 1
   * // GET / If-None-Match: "v1" => 304
   * ```
   */
  fresh: boolean;
  /**
   * The opposite of `fresh`.
   *
   * @example
   * ```ts
   * app.get('/', (req, res) => res.json(req.stale));
   * // GET / => 200 true
   * ```
   */
  stale: boolean;

  /**
   * The offered media type or file extension that the client prefers (`Accept`, RFC 9110 §12.5.1), or `false` if it accepts none.
   * Without offers, the accepted media ranges by preference.
   *
   * @throws TypeError if an offer is not a string
   *
   * @example
   * ```ts
   * app.get('/', (req, res) => {
   *   if (req.accepts('html', 'json') === 'json') res.json({ hello: 'world' });
   *   else res.send('<p>Hello world</p>');
   * });
   * // GET / Accept: application/json => 200 {"hello":"world"}
   * // GET / Accept: text/html => 200 <p>Hello world</p>
   * ```
   */
  accepts(): string[];
  accepts(type: string): string | false;
  accepts(types: readonly string[]): string | false;
  accepts(...types: string[]): string | false;
  /**
   * The offered charset that the client prefers (`Accept-Charset`), or `false`; without offers, the accepted ones.
   *
   * @example
   * ```ts
   * app.get('/', (req, res) => res.json(req.acceptsCharsets('utf-8', 'iso-8859-1')));
   * // GET / Accept-Charset: iso-8859-1 => 200 "iso-8859-1"
   * ```
   */
  acceptsCharsets(): string[];
  acceptsCharsets(charset: string): string | false;
  acceptsCharsets(charsets: readonly string[]): string | false;
  acceptsCharsets(...charsets: string[]): string | false;
  /**
   * The offered content encoding that the client prefers (`Accept-Encoding`), or `false`; without offers, the accepted ones.
   *
   * @example
   * ```ts
   * app.get('/', (req, res) => res.json(req.acceptsEncodings('br', 'gzip')));
   * // GET / Accept-Encoding: gzip, deflate => 200 "gzip"
   * ```
   */
  acceptsEncodings(): string[];
  acceptsEncodings(encoding: string): string | false;
  acceptsEncodings(encodings: readonly string[]): string | false;
  acceptsEncodings(...encodings: string[]): string | false;
  /**
   * The offered language that the client prefers (`Accept-Language`), or `false`; without offers, the accepted ones.
   *
   * @example
   * ```ts
   * app.get('/', (req, res) => res.json(req.acceptsLanguages('en', 'de')));
   * // GET / Accept-Language: de-AT, de;q=0.9 => 200 "de"
   * ```
   */
  acceptsLanguages(): string[];
  acceptsLanguages(language: string): string | false;
  acceptsLanguages(languages: readonly string[]): string | false;
  acceptsLanguages(...languages: string[]): string | false;

  /**
   * The first type that matches `Content-Type`: a media type, a file extension, `urlencoded` or `multipart`. For a pattern
   * (`text/*`, `+json`), the media type of the body. `false` if none matches or `Content-Type` is malformed, `null` if there is no
   * body.
   *
   * @example
   * ```ts
   * app.post('/', (req, res) => res.json(req.is('json', 'urlencoded')));
   * // POST / {"name":"Ada"} => 200 "json"
   * ```
   */
  is(type: string | readonly string[]): string | false | null;
  is(...types: string[]): string | false | null;
  /**
   * Parses the header `Range` (RFC 9110 §14.2) for a representation of `size`. `combine` joins ranges that overlap or
   * adjoin. Returns -1 if no range can be satisfied, -2 if the header is malformed, `undefined` if there is none.
   *
   * @example
   * ```ts
   * app.get('/video', (req, res) => res.json(req.range(1000)));
   * // GET /video Range: bytes=0-99 => 200 [{"start":0,"end":99}]
   * // GET /video => 200
   * ```
   */
  range(size: number, options?: { readonly combine?: boolean }): AskedRanges | -1 | -2 | undefined;
}
