import { setImmediate } from 'node:timers';
import { checkApplication, exchange, type RequestListener, type ResponseHead } from '@nextpress/inject';
import { NativeResponse } from './internal/native.ts';

/** What a runtime knows of the client. */
export interface ClientInfo {
  /** The address of the client, for `req.ip` and `trustProxy`. Unknown unless given. */
  readonly remoteAddress?: string | undefined;
}

/** An application as a web-standard handler. */
export type AppFetch = (request: Request, client?: ClientInfo) => Promise<Response>;

/** Statuses without a body (Fetch, "null body status"). */
const NULL_BODY = new Set([204, 205, 304]);
/** Longer responses are streams, so that an application that waits for `drain` waits for the reader. */
const MAX_BUFFERED_BYTES = 64 * 1024;

/**
 * Makes a web-standard handler of an application: for tests without a socket, for other runtimes, for serverless platforms, to mount it in a
 * web-standard framework. The promise rejects when the request is aborted, when its body has been read or fails, when a listener throws, and when the
 * application cuts the response or sends a status that a `Response` cannot have.
 *
 * @throws TypeError when the application is not a function
 *
 * @example
 * ```ts
 * import { createServer } from '@nextpress/server';
 * import { toFetch } from '@nextpress/fetch';
 *
 * const app = createServer();
 * app.get('/tea', (req, res) => res.json({ tea: req.query.kind }));
 *
 * const handler = toFetch(app);
 * const response = await handler(new Request('http://localhost/tea?kind=green'));
 * await response.json(); // => { tea: 'green' }
 * ```
 */
export function toFetch(app: RequestListener): AppFetch {
  checkApplication('toFetch', app);
  return (request, client = {}) =>
    new Promise((resolve, reject) => {
      const { body, headers } = request;
      const { protocol, host, pathname, search } = new URL(request.url);
      const rawHeaders = [...headers].flat();
      if (!headers.has('host')) rawHeaders.unshift('host', host);
      if (body !== null) {
        if (request.bodyUsed) throw new TypeError('The body of the request has already been read.');
        // A stream has no length, and without a length or transfer coding a request has no body.
        const isFramed = headers.has('content-length') || headers.has('transfer-encoding');
        if (!isFramed) rawHeaders.push('transfer-encoding', 'chunked');
      }
      const output = new ResponseOutput(resolve, reject);
      const leave = exchange(
        app,
        {
          method: request.method,
          target: pathname + search,
          rawHeaders,
          body: body ?? undefined,
          remoteAddress: client.remoteAddress,
          isSecure: protocol === 'https:',
          signal: request.signal,
        },
        output,
      );
      output.leave = leave;
    });
}

/** Collects what is written immediately, and creates a stream if the application takes longer. */
class ResponseOutput {
  leave: (reason?: unknown) => void = () => {};
  readonly #resolve: (response: Response) => void;
  readonly #reject: (error: unknown) => void;
  #head: ResponseHead | undefined;
  #chunks: Buffer[] = [];
  #bufferedBytes = 0;
  #isEnded = false;
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  /** Lets the application write more. */
  #done: (() => void) | undefined;

  constructor(resolve: (response: Response) => void, reject: (error: unknown) => void) {
    this.#resolve = resolve;
    this.#reject = reject;
  }

  head(head: ResponseHead): void {
    this.#head = head;
    setImmediate(() => {
      if (!this.#isEnded) this.#stream();
    });
  }

  data(chunk: Buffer, done: () => void): void {
    if (this.#controller === undefined) {
      this.#chunks.push(chunk);
      this.#bufferedBytes += chunk.length;
      if (this.#bufferedBytes < MAX_BUFFERED_BYTES) done();
      else this.#done = done;
      return;
    }
    this.#controller.enqueue(new Uint8Array(chunk));
    if ((this.#controller.desiredSize ?? 0) > 0) done();
    else this.#done = done;
  }

  end(): void {
    this.#isEnded = true;
    if (this.#controller !== undefined) this.#controller.close();
    else this.#respond(this.#chunks.length === 0 ? null : new Uint8Array(Buffer.concat(this.#chunks)));
  }

  error(error: unknown): void {
    this.#isEnded = true;
    if (this.#controller !== undefined) this.#controller.error(error);
    else this.#reject(error);
  }

  #stream(): void {
    const stream = new ReadableStream<Uint8Array>({
      start: (controller) => {
        this.#controller = controller;
        for (const chunk of this.#chunks) controller.enqueue(new Uint8Array(chunk));
      },
      pull: () => {
        const done = this.#done;
        this.#done = undefined;
        done?.();
      },
      cancel: (reason) => this.leave(reason),
    });
    this.#respond(stream);
  }

  #respond(body: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | null): void {
    const { status, statusText, rawHeaders } = this.#head as ResponseHead;
    try {
      const headers = new Headers();
      for (let index = 0; index < rawHeaders.length; index += 2) {
        headers.append(rawHeaders[index] as string, rawHeaders[index + 1] as string);
      }
      this.#resolve(new NativeResponse(NULL_BODY.has(status) ? null : body, { status, statusText, headers }));
    } catch (error) {
      // Not a valid status code, e.g. 999.
      this.#reject(error);
      this.leave(error);
    }
  }
}
