import { type BodyInit, type HeadersInit, NativeResponse, standFor } from './internal/native.ts';

/** What is sent of a response. */
export interface ResponseParts {
  readonly status: number;
  readonly statusText: string;
  /** Plain objects are only read. */
  readonly headers: HeadersInit | undefined;
  /** What `Content-Type` is if the headers have none. */
  readonly contentType: string | undefined;
  readonly body: string | Uint8Array | ReadableStream<Uint8Array> | null;
}

/** `Uint8Array<ArrayBuffer>`, which has no type parameter in TypeScript 5.6. */
type Bytes = ReturnType<typeof Uint8Array.from>;

/** Statuses without a body (Fetch, "null body status"). */
const NULL_BODY = new Set([101, 103, 204, 205, 304]);

/**
 * A `Response` that {@link fromFetch} sends without making a web stream of its body. It has all members of `Response`, and `instanceof Response`
 * holds. Invalid names and values of headers throw when it is sent, not when it is made.
 *
 * @throws RangeError for a status that is not from 200 to 599; TypeError for a body with a status that has none
 *
 * @example
 * ```ts
 * import { FastResponse } from '@nextpress/fetch';
 *
 * const response = new FastResponse('hello', { status: 201, headers: { 'X-Tea': 'green' } });
 * response.headers.get('content-type'); // => 'text/plain;charset=UTF-8'
 * response instanceof Response; // => true
 * await response.text(); // => 'hello'
 * ```
 */
export class FastResponse implements Response {
  readonly #body: BodyInit | null;
  readonly #init: ResponseInit;
  readonly status: number;
  #headers: Headers | undefined;
  /** Has the body as soon as something reads it. */
  #native: Response | undefined;

  constructor(body: BodyInit | null = null, init: ResponseInit = {}) {
    const { status = 200 } = init;
    if (!(status >= 200 && status <= 599)) {
      throw new RangeError('init["status"] must be in the range of 200 to 599, inclusive.');
    }
    if (body !== null && NULL_BODY.has(status)) {
      throw new TypeError(`Response constructor: Invalid response status code ${status}`);
    }
    this.#body = body;
    this.#init = init;
    this.status = status;
  }

  static error(): Response {
    return NativeResponse.error();
  }

  static json(data: unknown, init: ResponseInit = {}): Response {
    const body = JSON.stringify(data);
    if (body === undefined) throw new TypeError('Value is not JSON serializable');
    const headers = new Headers(init.headers);
    if (!headers.has('content-type')) headers.set('content-type', 'application/json');
    return new FastResponse(body, { ...init, headers });
  }

  static redirect(url: string | URL, status?: number): Response {
    return NativeResponse.redirect(url, status as 302);
  }

  /** @internal What is to be sent; `undefined` for other responses. */
  static partsOf(response: unknown): ResponseParts | undefined {
    return typeof response === 'object' && response !== null && #body in response
      ? response.#readParts()
      : undefined;
  }

  get statusText(): string {
    return this.#init.statusText ?? '';
  }

  get ok(): boolean {
    return this.status < 300;
  }

  get type(): Response['type'] {
    return 'default';
  }

  get url(): string {
    return '';
  }

  get redirected(): boolean {
    return false;
  }

  get headers(): Headers {
    if (this.#headers !== undefined) return this.#headers;
    const headers = new Headers(this.#init.headers);
    const type = this.#contentType();
    if (type !== undefined && !headers.has('content-type')) headers.set('content-type', type);
    this.#headers = headers;
    return headers;
  }

  get body(): Response['body'] {
    return this.#body === null ? null : this.#become().body;
  }

  get bodyUsed(): boolean {
    return this.#native?.bodyUsed ?? false;
  }

  clone(): Response {
    const { body } = this.#become().clone();
    return new NativeResponse(body, {
      status: this.status,
      statusText: this.statusText,
      headers: this.headers,
    });
  }

  arrayBuffer(): Promise<ArrayBuffer> {
    return this.#become().arrayBuffer();
  }

  blob(): Promise<Blob> {
    return this.#become().blob();
  }

  async bytes(): Promise<Bytes> {
    return new Uint8Array(await this.#become().arrayBuffer());
  }

  formData(): Promise<FormData> {
    return this.#become().formData();
  }

  json(): Promise<unknown> {
    return this.#become().json();
  }

  text(): Promise<string> {
    return this.#become().text();
  }

  #become(): Response {
    // Blobs and forms are made by the content type.
    this.#native ??= new NativeResponse(this.#body, { headers: this.headers });
    return this.#native;
  }

  #contentType(): string | undefined {
    const body = this.#body;
    if (typeof body === 'string') return 'text/plain;charset=UTF-8';
    if (body === null || body instanceof Uint8Array || body instanceof ReadableStream) return undefined;
    // Others have a type that depends on their content, such as the boundary of a form.
    this.#native ??= new NativeResponse(body, this.#init);
    return this.#native.headers.get('content-type') ?? undefined;
  }

  #readParts(): ResponseParts {
    const body = this.#body;
    const contentType = this.#headers === undefined ? this.#contentType() : undefined;
    const isReady = typeof body === 'string' || body instanceof Uint8Array;
    return {
      status: this.status,
      statusText: this.statusText,
      headers: this.#headers ?? this.#init.headers,
      contentType,
      body: isReady && this.#native === undefined ? body : this.body,
    };
  }
}

Object.setPrototypeOf(FastResponse.prototype, NativeResponse.prototype);
standFor(NativeResponse, FastResponse);
