import type { Query } from '@nextpress/semantics/query';

/** Captured values by name; a wildcard may capture a list. */
export type Params = Readonly<Record<string, string | readonly string[]>>;

/** Reads a query, given without its `?`, never empty. What it nests, `Query`'s type doesn't tell. */
export type QueryParser = (query: string) => Record<string, unknown>;

/** What a patched request offers beside Node's own. */
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
   * The query of `url`, parsed when it is first read. It follows `url` until something is assigned to it. A frozen empty
   * object when there is no query: to add to it, assign a new one.
   */
  query: Query;
  /** What the route's pattern captured; a frozen empty object until then. */
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
}
