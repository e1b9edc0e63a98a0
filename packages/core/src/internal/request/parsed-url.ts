/**
 * @module Hot: `req._parsedUrl`, as set by `parseurl`. Node-RED and others read this private property of Express, and
 * `parseurl` uses it instead of parsing again.
 */
import url from 'node:url';

/** The properties of Node's legacy URL class that a request uses, and the text that was parsed. */
export interface ParsedUrl {
  pathname: string | null;
  search: string | null;
  query: string | null;
  path: string | null;
  href: string;
  _raw: string;
}

/** `undefined` until the request's target is parsed. */
export type ParsedRequest = Record<'_parsedUrl', ParsedUrl | undefined>;

/** `parseurl` accepts only objects of this class. */
const { Url } = url as unknown as { Url: new () => ParsedUrl };

/** @param end - the result of `canonicalPathEnd` */
export function parseUrl(target: string, end: number): ParsedUrl {
  const parsed = new Url();
  parsed._raw = target;
  if (end === -1 || target.includes('#', end)) return Object.assign(parsed, partsOf(target));
  parsed.path = target;
  parsed.href = target;
  if (end === target.length) parsed.pathname = target;
  else {
    parsed.pathname = target.slice(0, end);
    parsed.search = target.slice(end);
    parsed.query = target.slice(end + 1);
  }
  return parsed;
}

function partsOf(target: string): Omit<ParsedUrl, '_raw'> {
  const [, origin = '', pathname = '', search] =
    /^([a-z][a-z0-9+.-]*:\/\/[^/?#]*)?([^?#]*)(\?[^#]*)?/is.exec(target) ?? [];
  const query = search === undefined ? null : search.slice(1);
  const path = pathname + (search ?? '');
  return { pathname, search: search ?? null, query, path, href: origin + path };
}
