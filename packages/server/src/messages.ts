import { IncomingMessage, ServerResponse } from 'node:http';
import { patchPrototypes, type Query, type RequestHelpers, type ResponseHelpers } from '@nextpress/core';
import type { Params } from '@nextpress/router';

/** Node's request with Nextpress's helpers; `P` is what the route's pattern captures. */
export interface Request<P = Params> extends IncomingMessage, Omit<RequestHelpers, 'params' | 'body'> {
  /** What the route's pattern captured, decoded; a frozen empty object outside routes that capture. */
  params: P;
  /** The prefixes that mounts have taken off `url`; `''` outside of them. */
  baseUrl: string;
  // Its own, since packages declare a `body` on Node's class in ways that differ.
  body: RequestHelpers['body'];
}

/** Node's response with Nextpress's helpers. */
export interface Response extends ServerResponse, ResponseHelpers {}

/** The classes of one application's requests and responses. */
export interface Messages {
  readonly Request: typeof IncomingMessage;
  readonly Response: typeof ServerResponse<IncomingMessage>;
}

/** The promise to the fast lane that a class's constructor only calls `super`. */
const LEAN: unique symbol = Symbol.for('nextpress.lean') as never;

/** Every request that some application's own server has made. */
class ServerRequest extends IncomingMessage {}

/** Makes an application's classes: Node's own, with the helpers on prototypes that nobody else sees. */
export function createMessages(queryParser?: (query: string) => Query): Messages {
  class Request extends ServerRequest {
    static readonly [LEAN] = true;
  }
  class Response extends ServerResponse {
    static readonly [LEAN] = true;
  }
  Object.defineProperty(Request.prototype, 'baseUrl', { value: '', writable: true, configurable: true });
  patchPrototypes({
    request: Request.prototype,
    response: Response.prototype,
    ...(queryParser === undefined ? {} : { queryParser }),
  });
  return { Request, Response };
}

/** Whether a request came from some application's own server, or has been adopted. */
export function isOwn(req: IncomingMessage): req is Request {
  return req instanceof ServerRequest;
}

/**
 * Gives objects from a server that isn't Nextpress's (`http.createServer(app)`, a test tool, Express around us) the
 * prototypes of the application, as Express does for every request. Returns the function that undoes it.
 */
export function adopt(messages: Messages, req: IncomingMessage, res: ServerResponse): () => void {
  const request: object = Object.getPrototypeOf(req);
  const response: object = Object.getPrototypeOf(res);
  Object.setPrototypeOf(req, messages.Request.prototype);
  Object.setPrototypeOf(res, messages.Response.prototype);
  return () => {
    Object.setPrototypeOf(req, request);
    Object.setPrototypeOf(res, response);
  };
}
