import type { IncomingMessage, ServerResponse } from 'node:http';
import { HttpError } from '@nextpress/semantics/http-error';
import { checkOptionNames, integerOption, invalidOption, invalidValue } from '@nextpress/semantics/options';
import { isThenable } from '@nextpress/semantics/thenable';
import { printThrown, thrownProperty, thrownText } from '@nextpress/semantics/thrown-value';
import { checkLength } from './internal/incoming-body.ts';
import { NativeResponse } from './internal/native.ts';
import { createRequest } from './internal/node-request.ts';
import { discardResponse, sendResponse } from './internal/send-response.ts';

/** The Node objects of a request, for what the web standard lacks: trailers, early hints, the client's address. */
export interface NodeBindings {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
}

/**
 * A web-standard handler, such as `app.fetch` of Hono. It returns {@link PASS} to pass a request on to the next
 * handler. `Bindings` is the type of the Node objects with what middleware adds to them, such as a session.
 */
export type FetchHandler<Bindings extends NodeBindings = NodeBindings> = (
  request: Request,
  bindings: Bindings,
) => Response | typeof PASS | Promise<Response | typeof PASS>;

/** Options of {@link fromFetch}. */
export interface FromFetchOptions {
  /**
   * The maximum size of a body in bytes. A request with a larger `Content-Length` gets 413 before the handler runs.
   * Without `Content-Length`, reading a larger body fails with a 413 error.
   * @defaultValue 10 MiB
   */
  readonly bodyLimit?: number | undefined;
  /**
   * Whether a 404 response is dropped and the request goes on to the next handler.
   * @defaultValue false
   */
  readonly fallThrough?: boolean | undefined;
  /**
   * Whether `request.url` includes the prefix of `app.use(prefix, …)`. Otherwise the URL is relative to the prefix,
   * like `req.url`.
   * @defaultValue false
   */
  readonly keepPrefix?: boolean | undefined;
}

/** A `node:http` listener that is also middleware for Express and Nextpress. */
export type NodeHandler = (
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  next?: (error?: unknown) => void,
) => void;
type Next = (error?: unknown) => void;

/** Where a handler's result goes. */
interface Delivery {
  readonly outgoing: ServerResponse;
  readonly next: Next;
  /** Whether the headers were sent before the handler ran. */
  readonly wasSent: boolean;
}

/** A handler returns this to pass the request on to the next one. */
export const PASS: unique symbol = Symbol('pass');

const MEBIBYTE = 1024 * 1024;

/**
 * Turns a web-standard handler into a `node:http` listener that is also middleware.
 *
 * @throws TypeError if an option is invalid or the handler is not a function
 *
 * @example
 * ```ts
 * import { createServer } from 'node:http';
 * import { fromFetch } from '@nextpress/fetch';
 *
 * const server = createServer(fromFetch((request) => Response.json({ url: request.url })));
 * ```
 */
export function fromFetch<Bindings extends NodeBindings = NodeBindings>(
  handler: FetchHandler<Bindings>,
  options: FromFetchOptions = {},
): NodeHandler {
  if (typeof handler !== 'function') throw invalidValue('handler of fromFetch()', 'a function', handler);
  const { bodyLimit, fallThrough, keepsPrefix } = readOptions(options);

  /** Synchronous unless the response has a stream. */
  function deliver(result: unknown, { outgoing, next, wasSent }: Delivery): Promise<void> | undefined {
    if (result === PASS) return next() as undefined;
    const response = result as Response;
    if (outgoing.headersSent) {
      if (result instanceof NativeResponse) discardResponse(result);
      if (wasSent) throw headersSent();
      // The handler responds through the Node objects.
      return undefined;
    }
    if (!fallThrough || response?.status !== 404) return sendResponse(response, outgoing);
    discardResponse(response);
    return next() as undefined;
  }

  async function deliverLater(promise: PromiseLike<unknown>, delivery: Delivery): Promise<void> {
    try {
      await deliver(await promise, delivery);
    } catch (error) {
      fail(error, delivery.next);
    }
  }

  return function handleByFetch(incoming, outgoing, next = endingWith(outgoing)) {
    const delivery = { outgoing, next, wasSent: outgoing.headersSent };
    try {
      checkLength(incoming, outgoing, bodyLimit);
      const request = createRequest(incoming, outgoing, { keepsPrefix, bodyLimit });
      const result = handler(request, { incoming, outgoing } as Bindings);
      if (isThenable(result)) void deliverLater(result, delivery);
      else deliver(result, delivery)?.catch((error: unknown) => fail(error, next));
    } catch (error) {
      fail(error, next);
    }
  };
}

function headersSent(): Error {
  const error = new Error(
    'Cannot send the response of a fetch handler: the headers were sent before it ran.',
  );
  return Object.assign(error, { code: 'ERR_HTTP_HEADERS_SENT' });
}

/** Only objects: `next` would treat values such as `undefined` and `'route'` as commands to continue. */
function fail(thrown: unknown, next: Next): void {
  const isError = typeof thrown === 'object' && thrown !== null;
  next(isError ? thrown : new Error(`The fetch handler threw ${thrownText(thrown)}.`, { cause: thrown }));
}

function readOptions(options: FromFetchOptions) {
  checkOptionNames('fromFetch', options, ['bodyLimit', 'fallThrough', 'keepPrefix']);
  const { bodyLimit = 10 * MEBIBYTE, fallThrough = false, keepPrefix = false } = options;
  if (typeof fallThrough !== 'boolean')
    throw invalidOption('fromFetch', 'fallThrough', 'true or false', fallThrough);
  if (typeof keepPrefix !== 'boolean')
    throw invalidOption('fromFetch', 'keepPrefix', 'true or false', keepPrefix);
  integerOption('fromFetch', 'bodyLimit', bodyLimit, 0, Number.POSITIVE_INFINITY);
  return { bodyLimit, fallThrough, keepsPrefix: keepPrefix };
}

/** Ends a `node:http` request that has no further handler. */
function endingWith(outgoing: ServerResponse): Next {
  return (error = NOT_FOUND) => {
    const status = thrownProperty(error, 'status');
    const isClientError =
      typeof status === 'number' && Number.isInteger(status) && status >= 400 && status < 500;
    if (!isClientError) printThrown(error);
    if (outgoing.headersSent) {
      outgoing.destroy();
      return;
    }
    forgetHead(outgoing);
    outgoing.statusCode = isClientError ? status : 500;
    outgoing.setHeader('Content-Type', 'text/plain; charset=utf-8');
    outgoing.end(isClientError ? thrownText(error) : 'Internal Server Error');
  };
}

const NOT_FOUND = new HttpError(404, 'ERR_NOT_FOUND', 'Not Found');

/** Removes what a failed response has set, such as an invalid status text. */
function forgetHead(outgoing: ServerResponse): void {
  outgoing.statusMessage = '';
  // A refused body closes the connection.
  for (const name of outgoing.getHeaderNames()) if (name !== 'connection') outgoing.removeHeader(name);
}
