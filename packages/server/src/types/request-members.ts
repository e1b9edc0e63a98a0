import type { IncomingMessage } from 'node:http';
import type { RequestHelpers } from '@nextpress/core';
import type { Next } from '@nextpress/middleware';
import type { Logger } from './logger.ts';
import type { Anything } from './values.ts';

declare global {
  /** Properties that packages add to the messages, such as `req.session`. Express's types use the same namespace. */
  namespace Express {
    interface Request {}
    interface Response {}
    interface Locals {}
    interface Application {}
  }
}

/** The members of a request, by the types of its application and response. */
export interface RequestMembers<Application, Response, Params, Body, Query>
  extends IncomingMessage,
    Omit<RequestHelpers, 'params' | 'body' | 'query' | 'res'>,
    Express.Request {
  /** Values captured by the path of the route or the prefix, decoded; an empty object elsewhere. */
  params: Params;
  /** The parsed body, set by a body parser. */
  body: Body;
  /** The query of `url`, parsed when it is first read. It follows `url` until user code assigns it. */
  query: Query;
  /** Set by middleware such as cookie-parser, whose types declare it in the same way. */
  cookies: Record<string, Anything>;
  /** Cookies whose signature is valid. */
  signedCookies: Record<string, Anything>;
  /** The secret of cookie-parser, with which `res.cookie` signs. */
  secret?: string | undefined;
  /** The prefixes that mounts have removed from `url`; `''` outside of them. */
  baseUrl: string;
  /** The id of the request, with the option `requestId` of `createServer`. Without it, only middleware sets it. */
  id: string;
  /**
   * Writes log lines with the id of the request, by the option `logger` of `createServer`; writes nothing with `logger: false`.
   * Without the option, it is what middleware such as pino-http sets, which it then has the type of.
   */
  readonly log: IncomingMessage extends { readonly log: infer Log } ? Log : Logger;
  /**
   * Aborted when the connection closes before the response has ended. It is made when it is first read: Node's in versions that have
   * it, otherwise one with the same semantics.
   */
  readonly signal: AbortSignal;
  /** The application that handles the request: the innermost one where applications are mounted. */
  app: Application;
  /** The last route that the request has reached; `undefined` before. Untyped, as in Express's types. */
  route: Anything;
  /** The response to the request. */
  res?: Response;
  /** The `next` of the layer that is running. */
  next?: Next | undefined;
}
