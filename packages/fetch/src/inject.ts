import { Readable } from 'node:stream';
import { exchange, type RequestListener } from './internal/memory-exchange.ts';
import type { ResponseHead } from './internal/memory-socket.ts';
import { NativeRequest } from './internal/native.ts';

/** A request for {@link inject}. */
export interface InjectRequest {
  /** @defaultValue `'GET'` */
  readonly method?: string | undefined;
  /** A path with a query, or a URL, whose protocol and host are then those of the request. */
  readonly url: string;
  /** Added to the query of the URL. */
  readonly query?: Readonly<Record<string, string | number | boolean>> | undefined;
  readonly headers?: Readonly<Record<string, string | number | readonly string[] | undefined>> | undefined;
  /** Sent in `Cookie`. */
  readonly cookies?: Readonly<Record<string, string>> | undefined;
  /** Text, bytes, a form, a stream, or a value that is sent as JSON. */
  readonly body?: unknown;
  /** Ends the request, as a client that leaves. */
  readonly signal?: AbortSignal | undefined;
  /** @defaultValue `'127.0.0.1'` */
  readonly remoteAddress?: string | undefined;
}

/** A cookie that a response sets. */
export interface InjectedCookie {
  readonly name: string;
  readonly value: string;
  /** The attributes by their names in lower case, such as `path` and `httponly`; `''` for those without a value. */
  readonly attributes: Readonly<Record<string, string>>;
}

/** What {@link inject} resolves with. */
export interface InjectedResponse {
  readonly status: number;
  readonly statusText: string;
  /** By names in lower case. A field that was sent several times is joined by commas, but for `set-cookie`, which is a list. */
  readonly headers: Readonly<Record<string, string>> & { readonly 'set-cookie'?: readonly string[] };
  readonly cookies: readonly InjectedCookie[];
  readonly bytes: Buffer;
  /** `bytes` as text. */
  readonly body: string;
  /** The body as JSON. */
  json<T = unknown>(): T;
}

/**
 * Sends a request to an application, without a socket. Resolves when the response is complete. Rejects with the reason of the signal, and when the
 * application cuts the response.
 *
 * @throws TypeError for an invalid URL
 *
 * @example
 * ```ts
 * import { createServer, jsonBody } from 'nextpress';
 * import { inject } from '@nextpress/fetch';
 *
 * const app = createServer();
 * app.post('/tea', jsonBody(), (req, res) => res.status(201).json({ made: req.body.kind }));
 *
 * const response = await inject(app, { method: 'POST', url: '/tea', body: { kind: 'green' } });
 * response.status; // => 201
 * response.json(); // => { made: 'green' }
 * ```
 */
export function inject(app: RequestListener, request: InjectRequest | string): Promise<InjectedResponse> {
  const options = typeof request === 'string' ? { url: request } : request;
  const { method = 'GET', signal, remoteAddress = '127.0.0.1' } = options;
  return new Promise((resolve, reject) => {
    const { protocol, host, target } = targetOf(options);
    const content = contentOf(options.body);
    const chunks: Buffer[] = [];
    let head: ResponseHead;
    const rawHeaders = rawHeadersOf(options, host, content);
    const isSecure = protocol === 'https:';
    exchange(
      app,
      {
        method: method.toUpperCase(),
        target,
        rawHeaders,
        body: content.body,
        remoteAddress,
        isSecure,
        signal,
      },
      {
        head: (given) => {
          head = given;
        },
        data: (chunk, done) => {
          chunks.push(chunk);
          done();
        },
        end: () => resolve(new CompleteResponse(head, chunks)),
        error: reject,
      },
    );
  });
}

interface Content {
  readonly body: Uint8Array | AsyncIterable<Uint8Array> | undefined;
  readonly type?: string | null;
}

function targetOf({ url, query }: InjectRequest): { protocol: string; host: string; target: string } {
  if (query === undefined && url.startsWith('/'))
    return { protocol: 'http:', host: 'localhost', target: url };
  const parsed = new URL(url, 'http://localhost');
  for (const name in query) parsed.searchParams.append(name, String(query[name]));
  return { protocol: parsed.protocol, host: parsed.host, target: parsed.pathname + parsed.search };
}

function contentOf(body: unknown): Content {
  if (body === undefined || body === null) return { body: undefined };
  if (typeof body === 'string') return { body: Buffer.from(body), type: 'text/plain;charset=UTF-8' };
  if (body instanceof Uint8Array) return { body };
  if (body instanceof Readable || body instanceof ReadableStream)
    return { body: body as AsyncIterable<Uint8Array> };
  if (body instanceof FormData || body instanceof URLSearchParams || body instanceof Blob) {
    // Node encodes them, and makes the type that belongs to it.
    const encoded = new NativeRequest('http://localhost', { method: 'POST', body });
    return { body: encoded.body as AsyncIterable<Uint8Array>, type: encoded.headers.get('content-type') };
  }
  return { body: Buffer.from(JSON.stringify(body)), type: 'application/json' };
}

function rawHeadersOf(
  { headers = {}, cookies }: InjectRequest,
  host: string,
  { body, type }: Content,
): string[] {
  const raw: string[] = [];
  const names = new Set<string>();
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined) continue;
    names.add(name.toLowerCase());
    for (const each of [value].flat()) raw.push(name, String(each));
  }
  const add = (name: string, value: string): void => {
    if (!names.has(name.toLowerCase())) raw.push(name, value);
  };
  add('Host', host);
  if (cookies !== undefined) {
    const pairs = Object.entries(cookies).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
    add('Cookie', pairs.join('; '));
  }
  if (body === undefined) return raw;
  if (type) add('Content-Type', type);
  if (body instanceof Uint8Array) add('Content-Length', String(body.length));
  else if (!names.has('content-length')) add('Transfer-Encoding', 'chunked');
  return raw;
}

class CompleteResponse implements InjectedResponse {
  readonly status: number;
  readonly statusText: string;
  readonly bytes: Buffer;
  readonly #rawHeaders: readonly string[];
  #headers: InjectedResponse['headers'] | undefined;

  constructor({ status, statusText, rawHeaders }: ResponseHead, chunks: readonly Buffer[]) {
    this.status = status;
    this.statusText = statusText;
    this.bytes = chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks);
    this.#rawHeaders = rawHeaders;
  }

  get body(): string {
    return this.bytes.toString();
  }

  json<T>(): T {
    return JSON.parse(this.body) as T;
  }

  get headers(): InjectedResponse['headers'] {
    this.#headers ??= joinHeaders(this.#rawHeaders);
    return this.#headers;
  }

  get cookies(): InjectedCookie[] {
    return (this.headers['set-cookie'] ?? []).map(parseCookie);
  }
}

function joinHeaders(rawHeaders: readonly string[]): InjectedResponse['headers'] {
  const headers: Record<string, string> = Object.create(null);
  const cookies: string[] = [];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = (rawHeaders[index] as string).toLowerCase();
    const value = rawHeaders[index + 1] as string;
    if (name === 'set-cookie') cookies.push(value);
    else headers[name] = name in headers ? `${headers[name]}, ${value}` : value;
  }
  return (
    cookies.length > 0 ? { ...headers, 'set-cookie': cookies } : headers
  ) as InjectedResponse['headers'];
}

function parseCookie(field: string): InjectedCookie {
  const [[name = '', value = ''] = [], ...attributes] = field.split(';').map((part) => {
    const equals = part.indexOf('=');
    const end = equals === -1 ? part.length : equals;
    return [part.slice(0, end).trim(), part.slice(end + 1).trim()];
  });
  const pairs = attributes.map(([key = '', text = '']) => [key.toLowerCase(), text]);
  return { name, value: decode(value), attributes: Object.fromEntries(pairs) };
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
