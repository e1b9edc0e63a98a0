import { Readable } from 'node:stream';
import { type BodyInit, type HeadersInit, inheritFrom, NativeResponse, standFor } from './native.ts';

/** The parts of a response that are sent. */
export interface ResponseParts {
  readonly status: number;
  readonly statusText: string;
  /** Plain objects are not modified. */
  readonly headers: HeadersInit | undefined;
  /** `Content-Type`, unless the headers set it. */
  readonly contentType: string | undefined;
  readonly body: string | Uint8Array | ReadableStream<Uint8Array> | null;
}

/** `Uint8Array<ArrayBuffer>`, which takes no type parameter in TypeScript 5.6. */
type Bytes = ReturnType<typeof Uint8Array.from>;

/** The error for a response that cannot be sent. */
export const BODY_USED = 'Cannot send the response: its body has already been read.';
/** Statuses without a body (Fetch, "null body status"). Those below 200 are invalid anyway. */
const NULL_BODY = new Set([204, 205, 304]);
/** The production `reason-phrase` of RFC 9112. */
const REASON_PHRASE = /^[\t\x20-\x7e\x80-\xff]*$/;
const JSON_HEADERS = { 'content-type': 'application/json' };

/**
 * A `Response` that {@link fromFetch} sends without creating a web stream for its body. It has all members of
 * `Response`, and is an `instanceof Response`. Bytes and headers are not copied, but read when they are needed or sent;
 * invalid headers throw only then.
 *
 * @throws RangeError for a status outside of 200 to 599; TypeError for an invalid status text, a body with a null body
 * status, or a stream that is locked or was read
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
  readonly #body: string | Uint8Array | ReadableStream | null = null;
  readonly #status: number;
  readonly #statusText: string;
  readonly #initHeaders: HeadersInit | undefined;
  #headers: Headers | undefined;
  /** Owns the body once something reads it. */
  #native: Response | undefined;

  constructor(body?: BodyInit | null, init?: ResponseInit) {
    // Like the conversion to `unsigned short` in Web IDL.
    const status = init?.status === undefined ? 200 : init.status & 0xffff;
    const statusText = init?.statusText === undefined ? '' : `${init.statusText}`;
    if (status < 200 || status > 599) {
      throw new RangeError('init["status"] must be in the range of 200 to 599, inclusive.');
    }
    if (statusText !== '' && !REASON_PHRASE.test(statusText)) throw new TypeError('Invalid statusText');
    this.#status = status;
    this.#statusText = statusText;
    if (body === null || body === undefined) {
      this.#initHeaders = headersOf(init);
      return;
    }
    if (NULL_BODY.has(status)) {
      throw new TypeError(`Response constructor: Invalid response status code ${status}`);
    }
    if (typeof body === 'string' || body instanceof Uint8Array) this.#body = body;
    else if (body instanceof ReadableStream) this.#body = usable(body);
    else {
      // For other bodies the content type depends on the content, e.g. a form's boundary.
      this.#native = new NativeResponse(body, init);
      this.#headers = this.#native.headers;
      return;
    }
    this.#initHeaders = headersOf(init);
  }

  static error(): Response {
    return NativeResponse.error();
  }

  static json(data: unknown, init?: ResponseInit): Response {
    const body = JSON.stringify(data);
    if (body === undefined) throw new TypeError('Value is not JSON serializable');
    if (init?.headers === undefined) return new FastResponse(body, { ...init, headers: JSON_HEADERS });
    const headers = new Headers(init.headers);
    if (!headers.has('content-type')) headers.set('content-type', 'application/json');
    return new FastResponse(body, {
      status: init.status,
      statusText: init.statusText,
      headers,
    } as ResponseInit);
  }

  static redirect(url: string | URL, status?: number): Response {
    return NativeResponse.redirect(url, status as 302);
  }

  /** @internal The parts to send; `undefined` for other responses. */
  static partsOf(response: unknown): ResponseParts | undefined {
    return typeof response === 'object' && response !== null && #body in response
      ? response.#readParts()
      : undefined;
  }

  get status(): number {
    return this.#status;
  }

  get statusText(): string {
    return this.#statusText;
  }

  get ok(): boolean {
    return this.#status < 300;
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
    const headers = new Headers(this.#initHeaders);
    const type = this.#contentType();
    if (type !== undefined && !headers.has('content-type')) headers.set('content-type', type);
    this.#headers = headers;
    return headers;
  }

  get body(): Response['body'] {
    return this.#body === null && this.#native === undefined ? null : this.#become().body;
  }

  get bodyUsed(): boolean {
    if (this.#native !== undefined) return this.#native.bodyUsed;
    return this.#body instanceof ReadableStream && isDisturbed(this.#body);
  }

  clone(): Response {
    const { body } = this.#become().clone();
    return new NativeResponse(body, {
      status: this.#status,
      statusText: this.#statusText,
      headers: this.headers,
    });
  }

  arrayBuffer(): Promise<ArrayBuffer> {
    return this.#become().arrayBuffer();
  }

  blob(): Promise<Blob> {
    return this.#becomeTyped().blob();
  }

  async bytes(): Promise<Bytes> {
    return new Uint8Array(await this.#become().arrayBuffer());
  }

  formData(): Promise<FormData> {
    return this.#becomeTyped().formData();
  }

  json(): Promise<unknown> {
    return this.#become().json();
  }

  text(): Promise<string> {
    return this.#become().text();
  }

  #become(): Response {
    this.#native ??= new NativeResponse(this.#body);
    return this.#native;
  }

  /** Blobs and forms depend on the content type. */
  #becomeTyped(): Response {
    const { headers } = this.#become();
    const type = this.headers.get('content-type');
    if (type === null) headers.delete('content-type');
    else headers.set('content-type', type);
    return this.#become();
  }

  #contentType(): string | undefined {
    return typeof this.#body === 'string' ? 'text/plain;charset=UTF-8' : undefined;
  }

  #readParts(): ResponseParts {
    if (this.bodyUsed) throw new TypeError(BODY_USED);
    const body = this.#body;
    const native = this.#native;
    const isReady = typeof body === 'string' || body instanceof Uint8Array;
    return {
      status: this.#status,
      statusText: this.#statusText,
      headers: this.#headers ?? this.#initHeaders,
      contentType: this.#headers === undefined ? this.#contentType() : undefined,
      // A reader may hold the native response's stream.
      body: native === undefined || (isReady && native.body?.locked !== true) ? body : native.body,
    };
  }
}

/** Headers of another response are copied, because that response keeps using them. */
function headersOf(init: ResponseInit | undefined): HeadersInit | undefined {
  return init instanceof NativeResponse ? new Headers(init.headers) : init?.headers;
}

function isDisturbed(stream: ReadableStream): boolean {
  return Readable.isDisturbed(stream as unknown as Readable);
}

function usable(stream: ReadableStream): ReadableStream {
  if (stream.locked || isDisturbed(stream)) {
    throw new TypeError('Response body object should not be disturbed or locked');
  }
  return stream;
}

inheritFrom(NativeResponse, FastResponse);
standFor(NativeResponse, FastResponse);
