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
 * The members that a patched request has in addition to Node's. Properties are computed when they are read, and can be assigned.
 * The headers `X-Forwarded-For`, `-Proto` and `-Host` count if the settings trust the peer of the socket.
 */
export interface RequestHelpers {
  /** The request target as it was received, even if `url` has been changed. */
  originalUrl: string;
  /**
   * The path of `url` in canonical form: without dot segments and unnecessary escapes, other escapes in upper case. It is
   * `*` for `OPTIONS *`. Assign `url` to change it. With Express the name is free: an application may assign it, and routes go on
   * with the path of `url`.
   *
   * @throws HttpError 400 `ERR_REQUEST_TARGET` when `url` is malformed; TypeError when it is assigned
   */
  readonly pathname: string;
  /** The query of `url` with its `?`, or an empty string. */
  search: string;
  /**
   * The query of `url`, parsed when it is first read. It is parsed again when `url` changes, unless it has been assigned.
   */
  query: Query;
  /** The captures of the route's pattern. */
  params: Params;
  /** Set by the middleware that reads the body. */
  body: unknown;
  /**
   * The value of a header, by its case-insensitive name. `Referrer` and `Referer` are the same.
   *
   * @throws TypeError when the name is not a string, or empty
   */
  get(name: 'set-cookie' | 'Set-Cookie'): string[] | undefined;
  get(name: string): string | undefined;
  /** The same as `get`. */
  header(name: 'set-cookie' | 'Set-Cookie'): string[] | undefined;
  header(name: string): string | undefined;

  /** The response to this request; `undefined` if `openRequest()` was not called and Node is not sending it yet. */
  res: ServerResponse | undefined;
  /** The same as `pathname`, or the path as it was sent if `url` is malformed. */
  path: string;
  /** `https` or `http`. */
  protocol: string;
  /** Whether `protocol` is `https`. */
  secure: boolean;
  /**
   * The address of the client: that of the peer, or the last entry of `X-Forwarded-For` that is not a trusted proxy.
   * `undefined` if the socket has no address or is closed.
   */
  ip: string | undefined;
  /** The addresses in `X-Forwarded-For` from the client to the trusted proxies; empty if the peer is not trusted. */
  ips: string[];
  /**
   * The host and port of the request, from an absolute-form target or else from `Host`. `undefined` for HTTP/1.0 requests
   * without `Host`.
   */
  host: string;
  /** The host without its port. An IPv6 address keeps its brackets. `undefined` if there is no host. */
  hostname: string;
  /** The subdomains, last first: `['b', 'a']` for `a.b.example.com`. */
  subdomains: string[];
  /** Whether `X-Requested-With` is `XMLHttpRequest`. */
  xhr: boolean;
  /**
   * Whether the client's cached response is still valid, by the `ETag` and `Last-Modified` that have been set (RFC 9110
   * §13.1).
   */
  fresh: boolean;
  /** The opposite of `fresh`. */
  stale: boolean;

  /**
   * The offered media type or file extension that the client prefers (`Accept`, RFC 9110 §12.5.1), or `false` if it accepts none.
   * Without offers, the accepted media ranges by preference.
   *
   * @throws TypeError when an offer is not a string
   */
  accepts(): string[];
  accepts(type: string): string | false;
  accepts(types: readonly string[]): string | false;
  accepts(...types: string[]): string | false;
  /** The offered charset that the client prefers (`Accept-Charset`), or `false`; without offers, the accepted ones. */
  acceptsCharsets(): string[];
  acceptsCharsets(charset: string): string | false;
  acceptsCharsets(charsets: readonly string[]): string | false;
  acceptsCharsets(...charsets: string[]): string | false;
  /** The offered content encoding that the client prefers (`Accept-Encoding`), or `false`; without offers, the accepted ones. */
  acceptsEncodings(): string[];
  acceptsEncodings(encoding: string): string | false;
  acceptsEncodings(encodings: readonly string[]): string | false;
  acceptsEncodings(...encodings: string[]): string | false;
  /** The offered language that the client prefers (`Accept-Language`), or `false`; without offers, the accepted ones. */
  acceptsLanguages(): string[];
  acceptsLanguages(language: string): string | false;
  acceptsLanguages(languages: readonly string[]): string | false;
  acceptsLanguages(...languages: string[]): string | false;

  /**
   * The first type that matches `Content-Type`: a media type, a file extension, `urlencoded` or `multipart`. For a pattern
   * (`text/*`, `+json`), the media type of the body. `false` if none matches or `Content-Type` is malformed, `null` if there is no
   * body.
   */
  is(type: string | readonly string[]): string | false | null;
  is(...types: string[]): string | false | null;
  /**
   * The ranges of the header `Range` (RFC 9110 §14.2) for a representation of `size`. `combine` joins ranges that overlap or
   * adjoin. -1 if none can be satisfied, -2 if the header is malformed, `undefined` if there is none.
   */
  range(size: number, options?: { readonly combine?: boolean }): AskedRanges | -1 | -2 | undefined;
}
