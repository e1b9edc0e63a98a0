/** @module A request whose URL, headers, signal and body are created on first access. */

import { hasBody, readBytes } from './incoming-body.ts';
import { LazyHeaders } from './lazy-headers.ts';
import { inheritFrom, NativeRequest, NativeResponse } from './native.ts';
import { createNativeRequest, type RequestSource, signalOf } from './request-source.ts';
import { urlOf } from './request-url.ts';

/** The attributes of a request with default init options. */
const TEMPLATE: Request = new NativeRequest('http://localhost');
const TEMPLATE_NAMES = [
  ...['cache', 'credentials', 'destination', 'duplex', 'integrity', 'isHistoryNavigation'],
  ...['isReloadNavigation', 'keepalive', 'mode', 'redirect', 'referrer', 'referrerPolicy'],
].filter((name) => name in TEMPLATE);
const decoder = new TextDecoder();
const NO_BYTES = new Uint8Array();

/** Stands in for Node's `Request`, and becomes one when something needs it. */
export class LazyRequest {
  readonly #source: RequestSource;
  #url: string | undefined;
  #headers: LazyHeaders | undefined;
  #signal: AbortSignal | undefined;
  #native: Request | undefined;
  /** Whether a method that reads the whole body was called. */
  #isRead = false;

  constructor(source: RequestSource) {
    this.#source = source;
    // Applications route by the URL. An invalid Host is rejected before the handler runs.
    this.#url = urlOf(source.incoming, source.keepsPrefix);
  }

  get method(): string {
    return this.#source.incoming.method ?? 'GET';
  }

  get url(): string {
    return this.#url as string;
  }

  get headers(): Headers {
    return this.#lazyHeaders() as unknown as Headers;
  }

  get signal(): AbortSignal {
    this.#signal ??= signalOf(this.#source);
    return this.#signal;
  }

  get body(): ReadableStream<Uint8Array> | null {
    return this.#isRead || hasBody(this.#source.incoming) ? this.native().body : null;
  }

  get bodyUsed(): boolean {
    return this.#native?.bodyUsed ?? this.#isRead;
  }

  clone(): Request {
    return this.native().clone();
  }

  json(): Promise<unknown> {
    return this.#native?.json() ?? this.#read((bytes) => JSON.parse(decoder.decode(bytes)));
  }

  text(): Promise<string> {
    return this.#native?.text() ?? this.#read((bytes) => decoder.decode(bytes));
  }

  arrayBuffer(): Promise<ArrayBuffer> {
    return this.#native?.arrayBuffer() ?? this.#read((bytes) => copyOf(bytes).buffer);
  }

  async bytes(): Promise<Uint8Array> {
    return new Uint8Array(await this.arrayBuffer());
  }

  blob(): Promise<Blob> {
    return this.#native?.blob() ?? this.#read((bytes) => this.#asResponse(bytes).blob());
  }

  formData(): Promise<FormData> {
    return this.#native?.formData() ?? this.#read((bytes) => this.#asResponse(bytes).formData());
  }

  /** The real request, for Node's own functions. It owns the body from now on. */
  native(): Request {
    this.#native ??= this.#createNative();
    return this.#native;
  }

  #createNative(): Request {
    const headers = this.#lazyHeaders();
    // Handlers may have changed the headers.
    const native = createNativeRequest(this.#source, this.signal, headers.native());
    headers.adopt(native.headers);
    // A body that was read is unusable: put the real request's body into the same state.
    if (this.#isRead && native.body !== null) void native.body.cancel();
    return native;
  }

  #lazyHeaders(): LazyHeaders {
    this.#headers ??= new LazyHeaders(this.#source.incoming);
    return this.#headers;
  }

  /** @param convert - must not keep any bytes after it returns */
  #read<T>(convert: (bytes: Uint8Array) => T | Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      if (this.#isRead) throw new TypeError('Body is unusable: Body has already been read');
      if (!hasBody(this.#source.incoming)) {
        resolve(convert(NO_BYTES));
        return;
      }
      this.#isRead = true;
      readBytes(this.#source, (outcome) => {
        if (outcome instanceof Error) reject(outcome);
        else settle(() => resolve(convert(outcome)), reject);
      });
    });
  }

  /** The content type matters for blobs and forms. */
  #asResponse(bytes: Uint8Array): Response {
    const type = this.headers.get('content-type');
    return new NativeResponse(copyOf(bytes), type === null ? {} : { headers: { 'content-type': type } });
  }
}

function settle(resolve: () => void, reject: (error: unknown) => void): void {
  try {
    resolve();
  } catch (error) {
    reject(error);
  }
}

/** With its own buffer: Node's chunks are views of larger ones. */
function copyOf(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(bytes);
}

inheritFrom(NativeRequest, LazyRequest);
// `request.constructor` must be the class that programs know.
Reflect.deleteProperty(LazyRequest.prototype, 'constructor');
for (const name of TEMPLATE_NAMES) {
  Object.defineProperty(LazyRequest.prototype, name, {
    get: () => TEMPLATE[name as keyof Request],
    enumerable: true,
    configurable: true,
  });
}
// The state of requests in Node 20 and 22, which `fetch(request)` and `new Request(request)` read.
for (const symbol of Object.getOwnPropertySymbols(TEMPLATE)) {
  Object.defineProperty(LazyRequest.prototype, symbol, {
    get(this: LazyRequest) {
      return Reflect.get(this.native(), symbol);
    },
    set(this: LazyRequest, value: unknown) {
      Reflect.set(this.native(), symbol, value);
    },
  });
}
