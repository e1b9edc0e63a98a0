/** @module `req._parsedUrl`, as `parseurl` makes it. Node-RED and others read this private property of Express. */
import url from 'node:url';

/** The properties of Node's legacy URL class that a request has, and the text that was parsed. */
interface ParsedUrl {
  pathname: string | null;
  search: string | null;
  query: string | null;
  path: string | null;
  href: string;
  _raw: string;
}

const PARSED_URL: unique symbol = Symbol('the parsed req.url');

interface ParsedRequest {
  url?: string | undefined;
  [PARSED_URL]?: ParsedUrl;
}

/** `parseurl` accepts only cached objects of this class. */
const { Url } = url as unknown as { Url: new () => ParsedUrl };

/** Parses again when `req.url` has changed, as it does in mounted routers. */
export function getParsedUrl(this: ParsedRequest): ParsedUrl | undefined {
  const { url: target } = this;
  if (target === undefined) return undefined;
  const parsed = this[PARSED_URL];
  if (parsed?._raw === target) return parsed;
  this[PARSED_URL] = parse(target);
  return this[PARSED_URL];
}

/** Called by `parseurl`, which caches its result here. */
export function setParsedUrl(this: ParsedRequest, parsed: ParsedUrl): void {
  this[PARSED_URL] = parsed;
}

function parse(target: string): ParsedUrl {
  const [, origin = '', pathname = '', search] =
    /^([a-z][a-z0-9+.-]*:\/\/[^/?#]*)?([^?#]*)(\?[^#]*)?/is.exec(target) ?? [];
  const query = search === undefined ? null : search.slice(1);
  const path = pathname + (search ?? '');
  return Object.assign(new Url(), {
    pathname,
    search: search ?? null,
    query,
    path,
    href: origin + path,
    _raw: target,
  });
}
