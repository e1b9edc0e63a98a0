/** @module A Node request whose body does not come from a connection. */

import { IncomingMessage } from 'node:http';
import { invalidValue } from '@nextpress/semantics/options';
import { INJECT, type NodeRequest, requireMembers } from '@nextpress-internal/internals/node';
import type { MemorySocket } from './memory-socket.ts';

/**
 * An application: a `node:http` request listener. Those of Nextpress and Express also have prototypes for its messages.
 */
export interface RequestListener {
  // biome-ignore lint/suspicious/noExplicitAny: applications declare requests of their own
  (req: any, res: any): unknown;
  readonly request?: object;
  readonly response?: object;
}

/**
 * Checks that a value is a `node:http` listener or an application.
 *
 * @throws TypeError if it is neither
 */
export function checkApplication(caller: string, app: unknown): asserts app is RequestListener {
  if (typeof app !== 'function')
    throw invalidValue(`application of ${caller}()`, 'a function or a server', app);
}

/** A request in HTTP/1.1 terms. */
export interface MemoryRequest {
  readonly method: string;
  /** For example `/path?query`. */
  readonly target: string;
  /** Alternating names and values. */
  readonly rawHeaders: readonly string[];
  readonly body: Uint8Array | ReadableStream<Uint8Array | string> | undefined;
  readonly remoteAddress: string | undefined;
  readonly isSecure: boolean;
  readonly signal: AbortSignal | undefined;
}

type BodyReader = ReadableStreamDefaultReader<Uint8Array | string>;

requireMembers('@nextpress/inject', INJECT);

/**
 * @param reader - of the body, if it is a stream
 * @param fail - called when the stream fails
 */
export function createIncoming(
  listener: RequestListener,
  request: MemoryRequest,
  socket: MemorySocket,
  reader: BodyReader | undefined,
  fail: (error: unknown) => void,
): IncomingMessage {
  // Changing a prototype later is slow.
  const Message = (
    listener.request instanceof IncomingMessage ? listener.request.constructor : IncomingMessage
  ) as typeof IncomingMessage;
  const req = new Message(socket as never);
  req.method = request.method;
  req.url = request.target;
  // As the parser does, so that `headers` and `headersDistinct` are built on first access.
  (req as NodeRequest)._addHeaderLines(request.rawHeaders, request.rawHeaders.length);
  req.httpVersion = '1.1';
  req.httpVersionMajor = 1;
  req.httpVersionMinor = 1;
  if (reader === undefined) pushAll(req, request.body as Uint8Array | undefined);
  else {
    req._read = (size) => {
      // Lets the stream ask again after a chunk.
      IncomingMessage.prototype._read.call(req, size);
      void pull(req, reader, fail);
    };
  }
  return req;
}

function pushAll(req: IncomingMessage, body: Uint8Array | undefined): void {
  req.complete = true;
  if (body !== undefined && body.length > 0) req.push(body);
  req.push(null);
}

async function pull(req: IncomingMessage, reader: BodyReader, fail: (error: unknown) => void): Promise<void> {
  try {
    const { done, value } = await reader.read();
    if (done) req.complete = true;
    else if (typeof value !== 'string' && !(value instanceof Uint8Array)) {
      throw new TypeError('Invalid chunk of the request body: expected bytes or a string.');
    }
    req.push(done ? null : value);
  } catch (error) {
    fail(error);
  }
}
