/** @module The prototypes of requests and responses: Node's, with the helpers of core, of views and of files. */

import { IncomingMessage, ServerResponse } from 'node:http';
import { patchPrototypes, SETTINGS } from '@nextpress/core';
import { type EventStream, type EventStreamOptions, sse } from '@nextpress/events';
import { readableError } from '@nextpress/semantics/thrown-value';
import { PLAIN_CONSTRUCTOR } from '@nextpress-internal/internals/keys';
import type { Application, ApplicationSettings, Request, Response } from '../../types/application.ts';
import type { NextFunction } from '../../types/handlers.ts';
import type { MessageClasses, OwnSettings } from '../dialect.ts';
import { defineLog } from '../logging/request-log.ts';
import { writeEarlyHints } from './early-hints.ts';
import { FILE_HELPERS } from './file-helpers.ts';
import { renderResponse } from './render-response.ts';
import { defineSignal } from './request-signal.ts';

/** The classes of one application's requests and responses. */
export interface Messages extends MessageClasses {
  /** What the classes extend. */
  readonly base: MessageClasses;
  /** `app.request` and `app.response`: the prototypes of the classes, unless the application assigned others. */
  readonly prototypes: { request: object; response: object };
  /** Whether the prototypes may have members that the outer application's lack. */
  isExtended: boolean;
}

/** The members that are enumerable in Express, where code lists them with `for … in` and `Object.keys`. */
export const REQUEST_NAMES: readonly string[] = (
  'header get accepts acceptsEncodings acceptsCharsets acceptsLanguages range query is protocol ' +
  'secure ip ips subdomains path host hostname fresh stale xhr'
).split(' ');
export const RESPONSE_NAMES: readonly string[] = (
  'status links send json jsonp sendStatus sendFile download type contentType format attachment ' +
  'append header set get clearCookie cookie location redirect vary render'
).split(' ');

/** The class of all requests that applications' servers create. */
class OwnRequest extends IncomingMessage {
  static readonly [PLAIN_CONSTRUCTOR] = true;
}
class OwnResponse extends ServerResponse {
  static readonly [PLAIN_CONSTRUCTOR] = true;

  /** Node marks the response as destroyed before it reads the error; if that throws, the connection stays open. */
  override destroy(error?: unknown): this {
    return super.destroy(readableError(error) as Error);
  }
}

const BASE: MessageClasses = { Request: OwnRequest, Response: OwnResponse };

let isPatched = false;

/** The classes with the helpers, which the messages of every application extend. */
export function baseMessages(): MessageClasses {
  const { prototype: request } = OwnRequest;
  const { prototype: response } = OwnResponse;
  if (!isPatched) {
    isPatched = true;
    patchPrototypes({ request, response });
    define(request, { baseUrl: '', next: undefined });
    defineSignal(request);
    defineLog(request);
    define(response, { render: renderResponse, sse: startEvents, writeEarlyHints, ...FILE_HELPERS });
    for (const name of REQUEST_NAMES) Object.defineProperty(request, name, { enumerable: true });
    for (const name of RESPONSE_NAMES) Object.defineProperty(response, name, { enumerable: true });
  }
  return BASE;
}

/** Creates classes that extend others. */
export function extendMessages(base: MessageClasses): MessageClasses {
  class Request extends base.Request {
    static readonly [PLAIN_CONSTRUCTOR] = true;
  }
  class Response extends base.Response {
    static readonly [PLAIN_CONSTRUCTOR] = true;
  }
  return { Request, Response };
}

function startEvents(this: Response, options?: EventStreamOptions): EventStream {
  return sse(this, options);
}

function define(prototype: object, properties: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(properties)) {
    Object.defineProperty(prototype, name, { value, writable: true, configurable: true });
  }
}

function getApplication(this: { [SETTINGS]?: ApplicationSettings }): Application | undefined {
  return this[SETTINGS]?.app;
}

/** Makes `app` an own property of the message on assignment. */
function setApplication(this: object, value: unknown): void {
  Object.defineProperty(this, 'app', { value, writable: true, enumerable: true, configurable: true });
}

/** Creates the classes of an application. Node's own prototypes remain unchanged. */
export function createMessages(settings: OwnSettings): Messages {
  const base = settings.dialect.messages();
  const { Request, Response } = extendMessages(base);
  const enumerable = settings.dialect.mimicsMessages;
  for (const { prototype } of [Request, Response]) {
    Object.defineProperties(prototype, {
      [SETTINGS]: { value: settings, writable: true, configurable: true },
      app: { get: getApplication, set: setApplication, enumerable, configurable: true },
    });
  }
  const prototypes = { request: Request.prototype, response: Response.prototype };
  return { Request, Response, base, prototypes, isExtended: false };
}

/** Whether an application's server created the request, or an application has adopted it. */
export function isOwn(req: IncomingMessage): req is Request {
  return req instanceof OwnRequest;
}

/**
 * Gives messages of another server (`http.createServer(app)`, a test tool, Express) the prototypes of the application, as
 * Express does for every request.
 */
export function adopt(messages: Messages, req: IncomingMessage, res: ServerResponse): void {
  Object.setPrototypeOf(req, messages.prototypes.request);
  Object.setPrototypeOf(res, messages.prototypes.response);
  // Serverless adapters create responses without their request, or with a request that only has a method.
  (res as { req: IncomingMessage }).req = req;
}

/** Returns a `next` that first restores the messages' current application. */
export function restoreBefore(next: NextFunction, req: Request, res: Response): NextFunction {
  const request: object = Object.getPrototypeOf(req);
  const response: object = Object.getPrototypeOf(res);
  const ofRequest = req[SETTINGS];
  const ofResponse = res[SETTINGS];
  return (error) => {
    if (Object.getPrototypeOf(req) !== request) Object.setPrototypeOf(req, request);
    if (Object.getPrototypeOf(res) !== response) Object.setPrototypeOf(res, response);
    if (req[SETTINGS] !== ofRequest) req[SETTINGS] = ofRequest;
    if (res[SETTINGS] !== ofResponse) res[SETTINGS] = ofResponse;
    next(error);
  };
}

/** Prepares a request for a router without changing its prototype. */
export function prepareForeign(req: IncomingMessage): void {
  const foreign = req as { -readonly [Name in 'baseUrl' | 'originalUrl' | 'pathname' | 'url']?: string };
  if (!('pathname' in req)) {
    const pathname = Object.getOwnPropertyDescriptor(baseMessages().Request.prototype, 'pathname');
    Object.defineProperty(req, 'pathname', pathname as PropertyDescriptor);
  }
  foreign.baseUrl ??= '';
  foreign.originalUrl ??= foreign.url ?? '';
}
