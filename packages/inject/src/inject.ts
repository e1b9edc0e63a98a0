import { EventEmitter } from 'node:events';
import { type Server, validateHeaderName, validateHeaderValue } from 'node:http';
import { Readable } from 'node:stream';
import { clearTimeout, setTimeout } from 'node:timers';
import { types } from 'node:util';
import { checkOptionNames, invalidOption } from '@nextpress/semantics/options';
import { webStreamOf } from '@nextpress/semantics/web-response';
import { exchange } from './memory-exchange.ts';
import { checkApplication, type RequestListener } from './memory-request.ts';
import { parseFields, type ResponseHead } from './memory-socket.ts';

/** Node's own, even if a program replaces the global later. */
const { Request: NativeRequest } = globalThis;

const { isAnyArrayBuffer } = types;

type Scalar = string | number | boolean;
type HeaderValue = string | number | readonly string[] | undefined;

/** A request for {@link inject}. */
export interface InjectRequest {
  /** @defaultValue `'GET'` */
  readonly method?: string | undefined;
  /** A path with a query, or a URL, which also sets the request's protocol and host. */
  readonly url: string;
  /** Added to the query of the URL. An array repeats the name for each value. */
  readonly query?: Readonly<Record<string, Scalar | readonly Scalar[] | undefined>> | undefined;
  /** An object, `Headers`, or a list of pairs. An array repeats the name for each value. */
  readonly headers?:
    | Readonly<Record<string, HeaderValue>>
    | Iterable<readonly [name: string, value: HeaderValue]>
    | undefined;
  /** Sent in `Cookie`, encoded. */
  readonly cookies?: Readonly<Record<string, string>> | undefined;
  /** A string, bytes, a form, a stream, or a value to send as JSON. */
  readonly body?: unknown;
  /** Aborts the request, like a client that disconnects. */
  readonly signal?: AbortSignal | undefined;
  /** @defaultValue `'127.0.0.1'` */
  readonly remoteAddress?: string | undefined;
}

/** A cookie set by a response. */
export interface InjectedCookie {
  readonly name: string;
  readonly value: string;
  /** The attributes by lower-case name, such as `path` and `httponly`; `''` for those without a value. */
  readonly attributes: Readonly<Record<string, string>>;
}

/** The result of {@link inject}. */
export interface InjectedResponse {
  readonly status: number;
  readonly statusText: string;
  /** By lower-case name. Repeated headers are joined with commas, except `set-cookie`, which is an array. */
  readonly headers: Readonly<Record<string, string>> & { readonly 'set-cookie'?: readonly string[] };
  readonly cookies: readonly InjectedCookie[];
  /** By lower-case name. */
  readonly trailers: Readonly<Record<string, string>>;
  readonly bytes: Buffer;
  /** `bytes` as text. */
  readonly body: string;
  /** The body as JSON. */
  json<T = unknown>(): T;
}

const NAMES = ['method', 'url', 'query', 'headers', 'cookies', 'body', 'signal', 'remoteAddress'];
const REMEDIES = { path: 'use "url"', payload: 'use "body"' };
const TOKEN = /^[\w!#$%&'*+.^`|~-]+$/;
/** Targets that clients send unchanged. */
const TARGET = /^\/[!"$-~]*$/;

/**
 * Sends a request to an application or a server, without a socket. Resolves when the response is complete. Rejects with
 * the signal's reason, an error of the body's stream, or a listener's error, and if the application cuts the response.
 *
 * @throws TypeError (the promise rejects) for an unknown option, or an invalid application, method, URL or header
 *
 * @example
 * ```ts
 * import { inject } from '@nextpress/inject';
 *
 * const app = (req, res) => res.setHeader('Content-Type', 'application/json').end(`{"path":"${req.url}"}`);
 *
 * const response = await inject(app, '/tea');
 * response.status; // => 200
 * response.json(); // => { path: '/tea' }
 * ```
 */
export function inject(
  app: RequestListener | Server,
  request: InjectRequest | string,
): Promise<InjectedResponse> {
  return new Promise((resolve, reject) => {
    const listener = app instanceof EventEmitter && typeof app !== 'function' ? listenerOf(app) : app;
    checkApplication('inject', listener);
    const options = typeof request === 'string' ? { url: request } : request;
    checkOptionNames('inject', options, NAMES, REMEDIES);
    const { method = 'GET', signal, remoteAddress = '127.0.0.1' } = options;
    if (typeof options.url !== 'string') throw invalidOption('inject', 'url', 'a path or a URL', options.url);
    if (typeof method !== 'string' || !TOKEN.test(method))
      throw invalidOption('inject', 'method', 'a token', method);
    if (typeof remoteAddress !== 'string')
      throw invalidOption('inject', 'remoteAddress', 'a string', remoteAddress);
    // Signals of other realms have other classes.
    if (signal !== undefined && typeof signal?.addEventListener !== 'function')
      throw invalidOption('inject', 'signal', 'an AbortSignal', signal);
    const { isSecure, host, target } = targetOf(options);
    const content = contentOf(options.body);
    const rawHeaders = rawHeadersOf(options, host, content);
    rejectWithoutTicks(reject);
    const chunks: Buffer[] = [];
    let head: ResponseHead;
    exchange(
      listener,
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
        end: (trailers) => resolve(new CompleteResponse(head, chunks, trailers)),
        error: reject,
      },
    );
  });
}

/** The server need not be listening. */
function listenerOf(server: EventEmitter): RequestListener {
  return (req, res) => server.emit('request', req, res);
}

interface Content {
  readonly body: Uint8Array | ReadableStream<Uint8Array | string> | undefined;
  readonly type?: string | null;
}

function targetOf({ url, query }: InjectRequest): { isSecure: boolean; host: string; target: string } {
  if (TARGET.test(url)) return { isSecure: false, host: 'localhost', target: withQuery(url, query) };
  // Two slashes at the start would be parsed as the start of a host.
  const absolute = url.startsWith('/') ? `http://localhost${url}` : url;
  const parsed = URL.canParse(absolute, 'http://localhost')
    ? new URL(absolute, 'http://localhost')
    : undefined;
  if (parsed === undefined || !/^https?:$/.test(parsed.protocol))
    throw invalidOption('inject', 'url', 'a path, or a URL of http or https', url);
  const { protocol, host, pathname, search } = parsed;
  return { isSecure: protocol === 'https:', host, target: withQuery(pathname + search, query) };
}

function withQuery(target: string, query: InjectRequest['query']): string {
  const added = new URLSearchParams();
  for (const [name, value] of entriesOf('query', query)) {
    for (const text of textsOf('query', name, value)) added.append(name, text);
  }
  if (added.size === 0) return target;
  return `${target}${target.includes('?') ? '&' : '?'}${added}`;
}

/** @throws TypeError for strings and arrays, whose elements would be mistaken for values */
function entriesOf(option: string, value: unknown): [name: string, value: unknown][] {
  if (value === undefined) return [];
  if (typeof value !== 'object' || value === null || Symbol.iterator in value)
    throw invalidOption('inject', option, 'an object of names and values', value);
  return Object.entries(value);
}

/** A value, or each element of an array, as a string. */
function textsOf(option: string, name: string, value: unknown): string[] {
  return [value].flat().flatMap((each) => {
    if (each === undefined) return [];
    if (!['string', 'number', 'boolean'].includes(typeof each))
      throw invalidOption('inject', `${option}.${name}`, 'a string, a number or a boolean', each);
    return [String(each)];
  });
}

function contentOf(body: unknown): Content {
  if (body === undefined || body === null) return { body: undefined };
  if (typeof body === 'string') return { body: Buffer.from(body), type: 'text/plain;charset=UTF-8' };
  if (isAnyArrayBuffer(body)) return { body: new Uint8Array(body) };
  if (ArrayBuffer.isView(body))
    return { body: new Uint8Array(body.buffer, body.byteOffset, body.byteLength) };
  if (body instanceof ReadableStream) return { body };
  if (body instanceof Readable) return { body: webStreamOf(body) };
  if (body instanceof FormData || body instanceof URLSearchParams || body instanceof Blob) {
    // Node encodes the form, and creates the matching content type.
    const encoded = new NativeRequest('http://localhost', { method: 'POST', body });
    return { body: encoded.body as ReadableStream<Uint8Array>, type: encoded.headers.get('content-type') };
  }
  if (Symbol.asyncIterator in Object(body))
    return { body: ReadableStream.from(body as AsyncIterable<Uint8Array | string>) };
  const json = JSON.stringify(body) as string | undefined;
  if (json === undefined)
    throw invalidOption('inject', 'body', 'text, bytes, a form, a stream or a value for JSON', body);
  return { body: Buffer.from(json), type: 'application/json' };
}

function rawHeadersOf({ headers, cookies }: InjectRequest, host: string, { body, type }: Content): string[] {
  const raw: string[] = [];
  const names = new Set<string>();
  const add = (name: string, value: string): void => {
    validateHeaderName(name);
    validateHeaderValue(name, value);
    raw.push(name, value);
  };
  for (const [name, value] of headerEntries(headers)) {
    const texts = textsOf('headers', name, value);
    if (texts.length > 0) names.add(name.toLowerCase());
    for (const text of texts) add(name, text);
  }
  if (!names.has('host')) raw.push('Host', host);
  const pairs = entriesOf('cookies', cookies).flatMap(([name, value]) => {
    if (!TOKEN.test(name)) throw invalidOption('inject', 'cookies', 'names that are tokens', name);
    return textsOf('cookies', name, value).map((text) => `${name}=${encodeURIComponent(text)}`);
  });
  if (pairs.length > 0) add('Cookie', pairs.join('; '));
  if (body === undefined) return raw;
  if (type && !names.has('content-type')) add('Content-Type', type);
  if (names.has('content-length') || names.has('transfer-encoding')) return raw;
  if (body instanceof Uint8Array) raw.push('Content-Length', String(body.length));
  else raw.push('Transfer-Encoding', 'chunked');
  return raw;
}

function headerEntries(headers: unknown): Iterable<readonly [name: string, value: unknown]> {
  if (typeof headers !== 'object' || headers === null || !(Symbol.iterator in headers))
    return entriesOf('headers', headers);
  const pairs = [...(headers as Iterable<readonly [string, unknown]>)];
  const wrong = pairs.find((pair) => !Array.isArray(pair) || typeof pair[0] !== 'string');
  if (wrong !== undefined) throw invalidOption('inject', 'headers', 'pairs of a name and a value', wrong);
  return pairs;
}

/** The `process.nextTick` with which Node's streams are known to work. */
let workingTick: unknown;
/** How long fake timers may take to advance, in milliseconds. */
const TICK_TIMEOUT = 2_000;

/**
 * Rejects while `process.nextTick` is faked: Node's streams do nothing without it, so the response would never arrive.
 */
function rejectWithoutTicks(reject: (error: Error) => void): void {
  const { nextTick } = process;
  if (nextTick === workingTick) return;
  const timer = setTimeout(() => reject(new Error(FAKED)), TICK_TIMEOUT);
  const probe = new Readable().once('close', () => {
    workingTick = nextTick;
    clearTimeout(timer);
  });
  probe.destroy();
}

const FAKED =
  "inject() gets no response: expected Node's process.nextTick, got a fake one. Use jest.useFakeTimers({ doNotFake: ['nextTick'] }), or toNotFake: ['nextTick'] of @sinonjs/fake-timers.";

class CompleteResponse implements InjectedResponse {
  readonly status: number;
  readonly statusText: string;
  readonly bytes: Buffer;
  readonly #rawHeaders: readonly string[];
  readonly #trailers: string;
  #headers: InjectedResponse['headers'] | undefined;

  constructor({ status, statusText, rawHeaders }: ResponseHead, chunks: readonly Buffer[], trailers: string) {
    this.status = status;
    this.statusText = statusText;
    this.bytes = chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks);
    this.#rawHeaders = rawHeaders;
    this.#trailers = trailers;
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

  get trailers(): InjectedResponse['trailers'] {
    return joinHeaders(parseFields(this.#trailers.split('\r\n').slice(0, -1)));
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
    cookies.length > 0 ? Object.assign(headers, { 'set-cookie': cookies }) : headers
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
