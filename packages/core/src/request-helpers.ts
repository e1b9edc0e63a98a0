import type { ServerResponse } from 'node:http';
import type { Query } from '@nextpress/semantics/query';
import type { ByteRange } from '@nextpress/semantics/range';

/** Captured values by name; a wildcard may capture a list. */
export type Params = Readonly<Record<string, string | readonly string[]>>;

/** Reads a query, given without its `?`; `null` where the target has none. What it nests, `Query`'s type doesn't tell. */
export type QueryParser = (query: string) => Record<string, unknown>;

/** What {@link RequestHelpers.range} finds: parts of a representation, and what they are counted in. */
export interface AskedRanges extends Array<ByteRange> {
  /** As it was sent; `bytes` as a rule. */
  type: string;
}

/**
 * What a patched request offers beside Node's own. What is no method is read when it is asked for, and can be assigned;
 * then it is what was assigned. What a proxy says (`X-Forwarded-For`, `-Proto`, `-Host`) counts when the settings trust
 * the socket's peer.
 */
export interface RequestHelpers {
  /** The request target as it was received, whatever became of `url` since. */
  originalUrl: string;
  /**
   * The path of `url` in canonical form: no dot segments, no needless escapes, every other octet escaped in upper case;
   * `*` for `OPTIONS *`. It follows `url`: assign that to change it.
   *
   * @throws HttpError 400 `ERR_REQUEST_TARGET` when `url` is malformed; TypeError when it is assigned
   */
  readonly pathname: string;
  /** The query of `url` as it was sent, with its `?`, or the empty string. */
  search: string;
  /**
   * The query of `url`, parsed when it is first read: an object of this request, which may be changed. It follows `url` until
   * something is assigned to it.
   */
  query: Query;
  /** What the route's pattern captured; an empty object until then. */
  params: Params;
  /** For the middleware that reads the body. */
  body: unknown;
  /**
   * A field of the request, by its name in any case. `Referrer` and `Referer` are one.
   *
   * @throws TypeError when the name isn't a string, or is empty
   */
  get(name: 'set-cookie' | 'Set-Cookie'): string[] | undefined;
  get(name: string): string | undefined;
  /** The same as `get`. */
  header(name: 'set-cookie' | 'Set-Cookie'): string[] | undefined;
  header(name: string): string | undefined;

  /** The response to this request; `undefined` where no server has said it and Node isn't sending it yet. */
  res: ServerResponse | undefined;
  /** The same as `pathname`; of a malformed `url`, the path as it was sent. */
  path: string;
  /** `https` or `http`. */
  protocol: string;
  /** Whether `protocol` is `https`. */
  secure: boolean;
  /**
   * The address of the client: that of the socket's peer, or, as far as the peers are trusted, what `X-Forwarded-For`
   * has, read from its right end. An entry is taken as it is. `undefined` when the socket has no
   * address (any more).
   */
  ip: string | undefined;
  /** The addresses that `X-Forwarded-For` has as far as the peers are trusted, the client's first; empty where nobody is. */
  ips: string[];
  /**
   * The host and port that the request is for: of an absolute-form target, or else of `Host`. `undefined` when it has
   * none, as HTTP/1.0 allows.
   */
  host: string;
  /** The host alone, an IPv6 address in its brackets. `undefined` when there is none. */
  hostname: string;
  /** The labels before the host's own name, the last first: of `a.b.example.com`, `['b', 'a']`. */
  subdomains: string[];
  /** Whether `X-Requested-With` is `XMLHttpRequest`. */
  xhr: boolean;
  /**
   * Whether the client's copy is as good as the response, whose `ETag` and `Last-Modified` are set already (RFC 9110
   * §13.1).
   */
  fresh: boolean;
  /** The opposite of `fresh`. */
  stale: boolean;

  /**
   * The type that the client likes best (`Accept`, RFC 9110 §12.5.1), as it was offered: a media type, or a file
   * extension; `false` when it accepts none. Without offers, the media ranges that it accepts, the one it likes best
   * first.
   *
   * @throws TypeError when an offer isn't a text
   */
  accepts(): string[];
  accepts(type: string): string | false;
  accepts(types: readonly string[]): string | false;
  accepts(...types: string[]): string | false;
  /** The charset that the client likes best (`Accept-Charset`), or `false`; without offers, those that it accepts. */
  acceptsCharsets(): string[];
  acceptsCharsets(charset: string): string | false;
  acceptsCharsets(charsets: readonly string[]): string | false;
  acceptsCharsets(...charsets: string[]): string | false;
  /**
   * The content coding that the client likes best (`Accept-Encoding`), or `false`; without offers, those that it
   * accepts.
   */
  acceptsEncodings(): string[];
  acceptsEncodings(encoding: string): string | false;
  acceptsEncodings(encodings: readonly string[]): string | false;
  acceptsEncodings(...encodings: string[]): string | false;
  /** The language that the client likes best (`Accept-Language`), or `false`; without offers, those that it accepts. */
  acceptsLanguages(): string[];
  acceptsLanguages(language: string): string | false;
  acceptsLanguages(languages: readonly string[]): string | false;
  acceptsLanguages(...languages: string[]): string | false;

  /**
   * The first of the types that the content is of, as it was asked for: a media type, a file extension, `urlencoded`,
   * `multipart`; for a pattern (`text/*`, `+json`) the content's type. `false` when it is of none, or its
   * `Content-Type` is malformed; `null` when there is no content.
   */
  is(type: string | readonly string[]): string | false | null;
  is(...types: string[]): string | false | null;
  /**
   * The ranges that `Range` asks for (RFC 9110 §14.2) of a representation of `size`, cut to it; joined where they
   * overlap or adjoin, if `combine` is set. -1 when none lies within, -2 when the header is malformed, `undefined` when there is none.
   */
  range(size: number, options?: { readonly combine?: boolean }): AskedRanges | -1 | -2 | undefined;
}
