import { readFileSync } from 'node:fs';
import { METHODS } from 'node:http';

export interface ListedRequest {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

interface Har {
  readonly log?: {
    readonly entries?: readonly {
      readonly request: {
        readonly method: string;
        readonly url: string;
        readonly headers?: readonly { readonly name: string; readonly value: string }[];
        readonly postData?: { readonly text?: string };
      };
    }[];
  };
}

/** Headers of the connection or of HTTP/2, and conditional headers from the browser cache. */
const LEFT_OUT = /^(?::.*|host|connection|content-length|transfer-encoding|upgrade.*|if-.*)$/i;

/**
 * Reads a HAR file, or lines such as `GET /users?page=2`. Empty lines and lines starting with `#` are skipped.
 *
 * @throws Error that names the line or the file
 */
export function readRequests(file: string): ListedRequest[] {
  const text = readFileSync(file, 'utf8');
  const requests = text.trimStart().startsWith('{') ? parseHar(text, file) : parseLines(text, file);
  if (requests.length === 0)
    throw new Error(`No requests in ${file}: expected a HAR file, or lines such as GET /users`);
  return requests;
}

/** Requests to other origins than the first one belong to resources loaded from elsewhere. */
function parseHar(text: string, file: string): ListedRequest[] {
  const entries = (JSON.parse(text) as Har).log?.entries;
  if (entries === undefined) throw new Error(`Invalid HAR file ${file}: expected log.entries`);
  const origin = entries[0] && new URL(entries[0].request.url).origin;
  const own = entries.filter(({ request }) => new URL(request.url).origin === origin);
  return own.map(({ request: { method, url, headers = [], postData } }) => {
    const { pathname, search } = new URL(url);
    const kept = headers.filter(({ name }) => !LEFT_OUT.test(name));
    return {
      method,
      target: pathname + search,
      headers: Object.fromEntries(kept.map(({ name, value }) => [name, value])),
      body: postData?.text,
    };
  });
}

function parseLines(text: string, file: string): ListedRequest[] {
  return text.split(/\r?\n/).flatMap((line, at) => {
    if (line.trim() === '' || line.startsWith('#')) return [];
    const [method = '', target = '', ...others] = line.trim().split(/\s+/);
    if (!METHODS.includes(method) || !/^[!-~]+$/.test(target) || others.length > 0) {
      throw new Error(
        `Invalid request in ${file}:${at + 1}: expected a method and a target such as GET /users, got "${line}"`,
      );
    }
    return [{ method, target, headers: {}, body: undefined }];
  });
}
