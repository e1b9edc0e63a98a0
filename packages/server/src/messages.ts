import { IncomingMessage, ServerResponse } from 'node:http';
import {
  defineParams,
  patchPrototypes,
  type RequestHelpers,
  type ResponseHelpers,
  SETTINGS,
} from '@nextpress/core';
import type { Application } from './application.ts';
import type { NextFunction } from './handler.ts';
import { FILE_HELPERS, type FileHelpers } from './internal/answer/file-helpers.ts';
import type { ApplicationSettings } from './internal/application/settings-store.ts';
import { type RenderCallback, type RenderOptions, renderResponse } from './views/render.ts';

declare global {
  /** What packages add to the messages that they have worked on, `req.session` or `req.file`; Express's types read it too. */
  namespace Express {
    interface Request {}
    interface Response {}
    interface Locals {}
    interface Application {}
  }
}

/** What nothing is known of, and everything may be done with: what `JSON.parse` returns. */
export type Anything = ReturnType<JSON['parse']>;

/** Captured values by name; a wildcard captures a list. */
export interface ParamsDictionary {
  [name: string]: string | string[];
}

/** A query, whichever parser has read it. */
export interface ParsedQuery {
  [name: string]: undefined | string | ParsedQuery | (string | ParsedQuery)[];
}

/** What `res.locals` holds. */
export type LocalsRecord = Record<string, Anything>;

/**
 * Node's request with Nextpress's helpers; the parameters stand in Express's order: what the route's pattern captures, what
 * the response is given, what the body is read to, the query, `res.locals`.
 */
export interface Request<
  P = ParamsDictionary,
  ResBody = Anything,
  ReqBody = Anything,
  ReqQuery = ParsedQuery,
  Locals extends LocalsRecord = LocalsRecord,
> extends IncomingMessage,
    Omit<RequestHelpers, 'params' | 'body' | 'query' | 'res'>,
    Express.Request {
  /** What the route's pattern captured, decoded; an empty object outside routes that capture. */
  params: P;
  /** For the middleware that reads the body. */
  body: ReqBody;
  /**
   * The query of `url`, parsed when it is first read. It follows `url` until something is assigned to it.
   */
  query: ReqQuery;
  /** For middleware such as cookie-parser, whose types declare it as well: the two have to be the same. */
  cookies: Record<string, Anything>;
  /** As `cookies`, of those whose signature is right. */
  signedCookies: Record<string, Anything>;
  /** What that middleware checks the signatures with, and `res.cookie` signs with. */
  secret?: string | undefined;
  /** The prefixes that mounts have taken off `url`; `''` outside of them. */
  baseUrl: string;
  /** The application that the request is in: inside of a mounted one, that. */
  app: Application;
  /** The route whose handlers the request has come to last, `undefined` before; untyped, as in Express's types. */
  route: Anything;
  /** The response to the request. */
  res?: Response<ResBody, Locals>;
  /** The `next` of the layer that is running. */
  next?: NextFunction | undefined;
  /** Read by the helpers. */
  [SETTINGS]: ApplicationSettings;
}

/** Node's response with Nextpress's helpers: what it is given, and `res.locals`, as in Express's types. */
export interface Response<ResBody = Anything, Locals extends LocalsRecord = LocalsRecord>
  extends ServerResponse,
    ResponseHelpers,
    FileHelpers,
    Express.Response {
  json(value?: ResBody): this;
  jsonp(value?: ResBody): this;
  send(body?: ResBody): this;
  locals: Locals & Express.Locals;
  /**
   * Answers with a view, rendered with the locals of the response and of the application. Without a callback the text is
   * sent, and an error goes to the error handlers.
   */
  render(view: string, callback: RenderCallback): void;
  render(view: string, options?: RenderOptions, callback?: RenderCallback): void;
  /** The application that the response is in: inside of a mounted one, that. */
  app: Application;
  req: Request;
  /** Read by the helpers. */
  [SETTINGS]: ApplicationSettings;
}

/** The classes of one application's requests and responses. */
export interface Messages {
  readonly Request: typeof IncomingMessage;
  readonly Response: typeof ServerResponse<IncomingMessage>;
}

/** The promise to the fast lane that a class's constructor only calls `super`. */
const LEAN: unique symbol = Symbol.for('nextpress.lean') as never;

/** Every request that some application's own server has made. */
class ServerRequest extends IncomingMessage {
  static readonly [LEAN] = true;
}
class ServerAnswer extends ServerResponse {
  static readonly [LEAN] = true;
}

let patched = false;

/** The prototypes that the messages of every application inherit: the helpers are there. */
export function basePrototypes(): { readonly request: object; readonly response: object } {
  const { prototype: request } = ServerRequest;
  const { prototype: response } = ServerAnswer;
  if (!patched) {
    patched = true;
    patchPrototypes({ request, response });
    define(request, { baseUrl: '', route: undefined, next: undefined });
    define(response, { render: renderResponse, ...FILE_HELPERS });
    for (const prototype of [request, response]) {
      Object.defineProperty(prototype, 'app', {
        get: getApplication,
        set: setApplication,
        configurable: true,
      });
    }
  }
  return { request, response };
}

function define(prototype: object, properties: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(properties)) {
    Object.defineProperty(prototype, name, { value, writable: true, configurable: true });
  }
}

function getApplication(this: { [SETTINGS]?: ApplicationSettings }): Application | undefined {
  return this[SETTINGS]?.app;
}

/** Other code may assign it. */
function setApplication(this: object, value: unknown): void {
  Object.defineProperty(this, 'app', { value, writable: true, enumerable: true, configurable: true });
}

/** Makes an application's classes: Node's own, with the helpers on prototypes that only applications see. */
export function createMessages(settings: ApplicationSettings): Messages {
  basePrototypes();
  class Request extends ServerRequest {
    static override readonly [LEAN] = true;
  }
  class Response extends ServerAnswer {
    static override readonly [LEAN] = true;
  }
  for (const { prototype } of [Request, Response]) {
    Object.defineProperty(prototype, SETTINGS, { value: settings, writable: true, configurable: true });
  }
  return { Request, Response };
}

/** Whether a request came from some application's own server, or has been adopted. */
export function isOwn(req: IncomingMessage): req is Request {
  return req instanceof ServerRequest;
}

/**
 * Gives objects from a server that isn't Nextpress's (`http.createServer(app)`, a test tool, Express around us) the
 * prototypes of the application, as Express does for every request.
 */
export function adopt(messages: Messages, req: IncomingMessage, res: ServerResponse): void {
  Object.setPrototypeOf(req, messages.Request.prototype);
  Object.setPrototypeOf(res, messages.Response.prototype);
  // Serverless adapters make responses without their request, or with one that only has a method.
  (res as { req: IncomingMessage }).req = req;
  if (Object.hasOwn(req, 'params')) defineParams(req);
}

/** Returns the function that makes messages the application's again that they are of now. */
export function keepMessages(req: Request, res: Response): () => void {
  const request: object = Object.getPrototypeOf(req);
  const response: object = Object.getPrototypeOf(res);
  const ofRequest = req[SETTINGS];
  const ofResponse = res[SETTINGS];
  return () => {
    if (Object.getPrototypeOf(req) !== request) Object.setPrototypeOf(req, request);
    if (Object.getPrototypeOf(res) !== response) Object.setPrototypeOf(res, response);
    req[SETTINGS] = ofRequest;
    res[SETTINGS] = ofResponse;
  };
}

/**
 * Readies a request that keeps the prototype that Node or another framework gave it, for a router. Returns whether its target is
 * well-formed.
 */
export function openForeign(req: IncomingMessage): boolean {
  const foreign = req as { -readonly [Name in 'baseUrl' | 'originalUrl' | 'pathname' | 'url']?: string };
  if (!('pathname' in req)) {
    const pathname = Object.getOwnPropertyDescriptor(basePrototypes().request, 'pathname');
    Object.defineProperty(req, 'pathname', pathname as PropertyDescriptor);
  }
  defineParams(req);
  foreign.baseUrl ??= '';
  foreign.originalUrl ??= foreign.url ?? '';
  try {
    return foreign.pathname !== undefined;
  } catch {
    return false;
  }
}
