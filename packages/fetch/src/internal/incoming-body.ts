/** @module The body of a Node request, as bytes or as a web stream. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { collectBody } from '@nextpress/body/collect-body';
import { discardRest } from '@nextpress/body/discard-rest';
import { HttpError } from '@nextpress/semantics/http-error';
import { hasContent } from '@nextpress/semantics/request-body';

const { nextTick } = process;

/** Whether a web request has a body: GET and HEAD requests may not. */
export function hasBody(incoming: IncomingMessage): boolean {
  return incoming.method !== 'GET' && incoming.method !== 'HEAD' && hasContent(incoming);
}

/** A request with a body, and its limit. */
interface BodySource {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  /** In bytes. */
  readonly bodyLimit: number;
}

/** Rejects a body whose announced length is too large, before anything is read. @throws HttpError 413 */
export function checkLength(incoming: IncomingMessage, outgoing: ServerResponse, bodyLimit: number): void {
  const length = incoming.headers['content-length'];
  if (length !== undefined && Number(length) > bodyLimit) throw refuse({ incoming, outgoing, bodyLimit });
}

/**
 * Reads the whole body.
 *
 * @param done - called once; the bytes may be overwritten after it has returned
 */
export function readBytes(source: BodySource, done: (outcome: Buffer | Error) => void): void {
  const { incoming, bodyLimit: limit } = source;
  if (isWholeAndLeft(incoming)) {
    const bytes = takeRest(incoming);
    done(bytes.length > limit ? refuse(source) : bytes);
    return;
  }
  const unreadable = unreadableError(incoming);
  if (unreadable !== undefined) {
    done(unreadable);
    return;
  }
  const { 'content-length': declared, 'transfer-encoding': encoding } = incoming.headers;
  const length = declared === undefined || encoding !== undefined ? undefined : Number(declared);
  collectBody(incoming, { limit, length, timeout: undefined, isLent: true }, (outcome) => {
    done((outcome as Partial<HttpError>).status === 413 ? refuse(source) : outcome);
  });
}

/** A stream that reads no faster than its consumer, and nothing before that. */
export function streamOf(body: BodySource): ReadableStream<Uint8Array> {
  const { incoming } = body;
  let stop: (() => void) | undefined;
  const source = {
    pull(controller: ReadableStreamDefaultController<Uint8Array>): void {
      if (stop === undefined) {
        incoming.pause();
        stop = listen(body, {
          data: (chunk) => {
            // A copy, since consumers may transfer the buffer, which others share.
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
    cancel: () => {
      // Node itself discards a body that was never read.
      if (stop === undefined) return;
      stop();
      discardRest(incoming, body.outgoing, false);
    },
  };
  return new ReadableStream(source, { highWaterMark: 0 });
}

interface BodyListener {
  data(chunk: Buffer): void;
  end(): void;
  error(error: unknown): void;
}

/** Returns a function that removes the listeners. */
function listen(source: BodySource, listener: BodyListener): () => void {
  const { incoming, bodyLimit } = source;
  let length = 0;
  const onData = (chunk: Buffer): void => {
    length += chunk.length;
    if (length > bodyLimit) listener.error(refuse(source));
    else listener.data(chunk);
  };
  const endWithRest = (): void => {
    const rest = takeRest(incoming);
    if (rest.length > 0) onData(rest);
    if (length <= bodyLimit) listener.end();
  };
  if (isWholeAndLeft(incoming)) {
    nextTick(endWithRest);
    return () => {};
  }
  const unreadable = unreadableError(incoming);
  if (unreadable !== undefined) {
    nextTick(() => listener.error(unreadable));
    return () => {};
  }
  const onClose = (): void => {
    if (incoming.complete) endWithRest();
    else listener.error(clientHasLeft());
  };
  const onError = (error: unknown): void => {
    if (incoming.complete) endWithRest();
    else listener.error(error);
  };
  const { end } = listener;
  incoming.on('data', onData).once('end', end).once('error', onError).once('close', onClose);
  return () => {
    incoming.off('data', onData).off('end', end).off('error', onError).off('close', onClose);
    incoming.on('error', () => {});
  };
}

/**
 * Whether the client sent the whole body and disconnected before any of it was read. Node emits no more events then.
 */
function isWholeAndLeft({
  complete,
  destroyed,
  readableDidRead,
  readableEncoding,
}: IncomingMessage): boolean {
  return complete && destroyed && !readableDidRead && readableEncoding === null;
}

/** Takes the received but unread part. */
function takeRest(incoming: IncomingMessage): Buffer {
  const chunks: Buffer[] = [];
  for (let chunk = incoming.read(); chunk !== null; chunk = incoming.read()) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Why a body cannot be read any more. */
function unreadableError(incoming: IncomingMessage): Error | undefined {
  const { readableEnded, destroyed, readableEncoding, errored } = incoming;
  if (readableEnded) return new TypeError('The body has already been read, maybe by a body parser.');
  if (destroyed) return errored ?? clientHasLeft();
  if (readableEncoding !== null)
    return new TypeError('Cannot read the body as bytes: setEncoding() was called on the request.');
  return undefined;
}

function clientHasLeft(): TypeError {
  return new TypeError('The client disconnected before the end of the body.');
}

/** Discards the rest of the body once the response has been sent. */
function refuse({ incoming, outgoing, bodyLimit }: BodySource): HttpError {
  discardRest(incoming, outgoing, false);
  return new HttpError(413, 'ERR_BODY_TOO_LARGE', `The body is longer than ${bodyLimit} bytes.`);
}
