/** @module Hot: writes a response body with backpressure, and enforces its `Content-Length`. */

import type { ServerResponse } from 'node:http';
import { isGone, onExchangeEnd } from './exchange-end.ts';

/**
 * Checks that a body has as many bytes as the `Content-Length` that is set when this is constructed. A client would
 * read surplus bytes as the next response, and wait for missing ones. Any length is accepted without the header, and
 * for responses without content: to `HEAD`, or with status 204 or 304.
 *
 * @example
 * import { IncomingMessage, ServerResponse } from 'node:http';
 * import { Socket } from 'node:net';
 * import { LengthCheck } from '@nextpress/semantics/body-writer';
 *
 * const res = new ServerResponse(new IncomingMessage(new Socket()));
 * res.setHeader('Content-Length', 4);
 * const check = new LengthCheck(res);
 * check.add('text');
 * check.end();
 */
export class LengthCheck {
  readonly #declared: number | undefined;
  #length = 0;

  /** @throws {TypeError} with the code `ERR_HTTP_INVALID_HEADER_VALUE` if `Content-Length` is not a number of bytes */
  constructor(res: ServerResponse) {
    const length = declaredLength(res);
    if (hasContent(res)) this.#declared = length;
  }

  /**
   * @throws {RangeError} with the code `ERR_HTTP_CONTENT_LENGTH_MISMATCH`, like Node's, if the body exceeds the
   * declared length
   */
  add(chunk: string | Uint8Array): void {
    if (this.#declared === undefined) return;
    this.#length += Buffer.byteLength(chunk);
    if (this.#length > this.#declared) throw lengthMismatch(this.#declared, `at least ${this.#length}`);
  }

  /** @throws {RangeError} like {@link LengthCheck.add}, if bytes are missing */
  end(): void {
    if (this.#declared !== undefined && this.#length < this.#declared)
      throw lengthMismatch(this.#declared, String(this.#length));
  }
}

/** Removes invalid values: clients and proxies interpret them differently (RFC 9112 §6.3). */
function declaredLength(res: ServerResponse): number | undefined {
  const header = res.getHeader('Content-Length');
  if (header === undefined) return undefined;
  // RFC 9110 §8.6
  if (res.statusCode === 204) {
    res.removeHeader('Content-Length');
    return undefined;
  }
  const [value = '', ...others] = String(header).split(/[\t ]*,[\t ]*/);
  const length = /^\d+$/.test(value) ? Number(value) : Number.NaN;
  if (!Number.isSafeInteger(length) || others.some((other) => other !== value)) {
    res.removeHeader('Content-Length');
    throw invalidLength(header);
  }
  // The same value was repeated, e.g. in two headers.
  if (others.length > 0) res.setHeader('Content-Length', value);
  return length;
}

function invalidLength(header: unknown): TypeError {
  const message = `Invalid Content-Length in the response: expected a number of bytes, got ${JSON.stringify(header)}.`;
  return Object.assign(new TypeError(message), { code: 'ERR_HTTP_INVALID_HEADER_VALUE' });
}

function hasContent({ statusCode, req }: ServerResponse): boolean {
  return statusCode !== 204 && statusCode !== 304 && req?.method !== 'HEAD';
}

/**
 * Checks a complete body, like {@link LengthCheck}.
 *
 * @param body - `undefined` if the bytes are checked later
 * @throws {RangeError} with the code `ERR_HTTP_CONTENT_LENGTH_MISMATCH`
 *
 * @example
 * import { IncomingMessage, ServerResponse } from 'node:http';
 * import { Socket } from 'node:net';
 * import { checkLength } from '@nextpress/semantics/body-writer';
 *
 * const res = new ServerResponse(new IncomingMessage(new Socket()));
 * res.setHeader('Content-Length', 4);
 * checkLength(res, 'text');
 * checkLength(res, null); // throws RangeError: expected 4 bytes, got 0
 */
export function checkLength(res: ServerResponse, body: string | Uint8Array | null | undefined): void {
  if (!res.hasHeader('Content-Length')) return;
  const check = new LengthCheck(res);
  if (body === undefined) return;
  if (body !== null) check.add(body);
  check.end();
}

function lengthMismatch(declared: number, length: string): RangeError {
  const message = `The response body does not match its Content-Length: expected ${declared} bytes, got ${length}.`;
  return Object.assign(new RangeError(message), { code: 'ERR_HTTP_CONTENT_LENGTH_MISMATCH' });
}

/**
 * Writes chunks with backpressure. Relies on the return value of `res.write`, because middleware may have replaced the
 * method.
 *
 * Adds a single `drain` listener for the whole body: the compression middleware forwards such listeners to its own
 * stream and never removes them.
 *
 * @example
 * import { BodyWriter } from '@nextpress/semantics/body-writer';
 *
 * async function send(res, chunks) {
 *   const writer = new BodyWriter(res);
 *   for await (const chunk of chunks) {
 *     if (!(await writer.ready())) return;
 *     writer.write(chunk);
 *   }
 *   writer.end();
 * }
 */
export class BodyWriter {
  readonly #res: ServerResponse;
  readonly #length: LengthCheck;
  #isFull = false;
  #isOver = false;
  #resume: (() => void) | undefined;

  constructor(res: ServerResponse) {
    this.#res = res;
    this.#length = new LengthCheck(res);
    res.on('drain', this.#onDrain);
    onExchangeEnd(res, this.#onEnd);
  }

  readonly #onDrain = (): void => {
    this.#isFull = false;
    this.#resume?.();
  };

  readonly #onEnd = (): void => {
    this.#isOver = true;
    this.#res.off('drain', this.#onDrain);
    this.#resume?.();
  };

  /** Whether the client is connected and the response has not been ended. Otherwise a write would emit an error. */
  get isOpen(): boolean {
    return !this.#isOver && !isGone(this.#res) && !this.#res.writableEnded;
  }

  /** Waits until the response accepts more bytes. Resolves to {@link isOpen}. */
  async ready(): Promise<boolean> {
    if (this.#isFull && this.isOpen) {
      await new Promise<void>((resolve) => {
        this.#resume = resolve;
      });
    }
    return this.isOpen;
  }

  /** @throws {RangeError} if the body exceeds its `Content-Length` */
  write(chunk: Uint8Array): void {
    this.#length.add(chunk);
    this.#isFull = true;
    const returned: unknown = this.#res.write(chunk);
    // A replacement may return nothing.
    const hasRoom = returned === undefined ? !this.#res.writableNeedDrain : returned !== false;
    if (hasRoom) this.#isFull = false;
  }

  /**
   * Ends the response, unless it is already over.
   *
   * @param chunk - the last bytes
   * @throws {RangeError} if the body's length differs from its `Content-Length`
   */
  end(chunk?: Uint8Array): void {
    if (chunk !== undefined) this.#length.add(chunk);
    this.#length.end();
    if (this.isOpen) this.#res.end(chunk);
  }
}
