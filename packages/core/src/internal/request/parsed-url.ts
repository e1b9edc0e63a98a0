/** @module `req._parsedUrl`, as `parseurl` makes it: private to Express, but read by Node-RED and others. */
import url from 'node:url';

/** The result of Node's old parser, in the parts that a request has, and the text that it was made of. */
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

/** `parseurl` takes only objects of this class for its own. */
const { Url } = url as unknown as { Url: new () => ParsedUrl };

/** Follows `req.url`, which mounts change. */
export function getParsedUrl(this: ParsedRequest): ParsedUrl | undefined {
  const { url: target } = this;
  if (target === undefined) return undefined;
  const parsed = this[PARSED_URL];
  if (parsed?._raw === target) return parsed;
  this[PARSED_URL] = parse(target);
  return this[PARSED_URL];
}

/** For `parseurl`, which keeps what it has parsed. */
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
