/** @module The body of a Node request, as bytes or as a web stream. */

import type { IncomingMessage } from 'node:http';
import { HttpError } from '@nextpress/semantics/http-error';

/** Whether a request has a body (RFC 9112 §6). Over HTTP/2 the head does not always tell. */
export function hasBody({ headers, method, httpVersionMajor, readableEnded }: IncomingMessage): boolean {
  if (method === 'GET' || method === 'HEAD') return false;
  const length = headers['content-length'];
  if (length !== undefined) return length !== '0';
  return headers['transfer-encoding'] !== undefined || (httpVersionMajor > 1 && !readableEnded);
}

/** The error for a body whose length is known to be too large, before anything is read. */
export function lengthError({ headers }: IncomingMessage, limit: number): HttpError | undefined {
  return Number(headers['content-length'] ?? 0) > limit ? tooLarge(limit) : undefined;
}

/** Reads all of it. */
export function readBytes(incoming: IncomingMessage, limit: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const stop = listen(incoming, limit, {
      data: (chunk) => chunks.push(chunk),
      end: () => {
        stop();
        resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks));
      },
      error: (error) => {
        stop();
        reject(error);
      },
    });
    incoming.resume();
  });
}

/** A stream that reads no faster than its consumer. Nothing is read before that. */
export function streamOf(incoming: IncomingMessage, limit: number): ReadableStream<Uint8Array> {
  let stop: (() => void) | undefined;
  const source = {
    pull(controller: ReadableStreamDefaultController<Uint8Array>): void {
      if (stop === undefined) {
        incoming.pause();
        stop = listen(incoming, limit, {
          data: (chunk) => {
            // Not a view of the same kind: consumers may transfer its buffer, which others share.
            controller.enqueue(new Uint8Array(chunk));
            incoming.pause();
          },
          end: () => {
            stop?.();
            controller.close();
          },
          error: (error) => {
            stop?.();
            controller.error(error);
          },
        });
      }
      incoming.resume();
    },
    cancel: () => stop?.(),
  };
  return new ReadableStream(source, { highWaterMark: 0 });
}

interface BodyListener {
  data(chunk: Buffer): void;
  end(): void;
  error(error: unknown): void;
}

/** Returns a function that ends listening. */
function listen(incoming: IncomingMessage, limit: number, listener: BodyListener): () => void {
  if (incoming.readableEnded || incoming.destroyed) {
    queueMicrotask(() =>
      listener.error(new TypeError('The body has been read before, maybe by a body parser.')),
    );
    return () => {};
  }
  let length = 0;
  const onData = (chunk: Buffer): void => {
    length += chunk.length;
    if (length > limit) listener.error(tooLarge(limit));
    else listener.data(chunk);
  };
  const onClose = (): void =>
    listener.error(new TypeError('The client has left before the end of the body.'));
  const { end, error } = listener;
  incoming.on('data', onData).once('end', end).once('error', error).once('close', onClose);
  return () => {
    incoming.off('data', onData).off('end', end).off('error', error).off('close', onClose);
    incoming.on('error', () => {});
  };
}

function tooLarge(limit: number): HttpError {
  return new HttpError(413, 'ERR_BODY_TOO_LARGE', `The body is longer than ${limit} bytes.`);
}
