/** @module Hot: runs once per request. Bench: `npm run bench`. */

import { IncomingMessage, type ServerResponse } from 'node:http';
import type { Http2ServerRequest } from 'node:http2';
import { type HelperSettings, prepareRequest, SETTINGS } from '@nextpress/core';
import { replaceMessages } from '@nextpress/http2';
import { HttpError } from '@nextpress/semantics/http-error';
import { ORDINARY } from '@nextpress-internal/internals/keys';
import type { ApplicationSettings, NextFunction, Request, Response } from '../../types/application.ts';
import { waitsInPipeline } from '../connection/pipelined-requests.ts';
import { checkRequest } from '../connection/request-rules.ts';
import type { Messages } from '../messages/message-prototypes.ts';
import { adopt, isOwn, prepareForeign, restoreBefore } from '../messages/message-prototypes.ts';
import type { LayerRegistry } from '../planning/layer-registry.ts';
import { RUN } from '../planning/planned-chain.ts';
import { type RunningRequest, StackRun } from '../running/run.ts';
import { runInside } from '../running/run-inside.ts';
import { valuesBefore } from '../running/values-before.ts';

/** The state of an application that its requests use. */
export interface AppContext {
  readonly registry: LayerRegistry;
  readonly messages: Messages;
  readonly settings: ApplicationSettings;
  /** The value of `X-Powered-By`; `undefined` when it is not sent. */
  poweredBy: string | undefined;
}

/** The function of an application: `(req, res)` from a server, `(req, res, next)` when it is mounted. */
export type ApplicationListener = (req: IncomingMessage, res: ServerResponse, next?: NextFunction) => void;

/** The function of a router. */
export type MountedListener = (req: IncomingMessage, res: ServerResponse, next: NextFunction) => void;

/** The error for a request that violates HTTP. Further requests on its connection are rejected as well. */
export function refusalOf(
  req: IncomingMessage,
  res: ServerResponse,
  { trustProxy }: Pick<HelperSettings, 'trustProxy'>,
): HttpError | undefined {
  return (req as ReadRequest)[ORDINARY] === true ? undefined : checkRequest(req, res, trustProxy);
}

const FOREIGN_STREAM = 'HTTP/2 request in a mounted application: enable http2 on the outer application.';

interface ReadRequest extends RunningRequest {
  readonly [ORDINARY]?: boolean;
}

/** Creates the request listener of an application. */
export function createRequestListener(context: AppContext): ApplicationListener {
  const { registry, settings } = context;
  const listener: ApplicationListener = (incoming, response, next) => {
    const req = incoming as ReadRequest;
    const res = response as Response;
    if (next !== undefined || registry.loading !== undefined || req.httpVersionMajor > 1) {
      if (isServedElsewhere(context, listener, [req, res, next])) return;
    }
    // The fast lane has limits of its own. Sockets of adapters may be plain objects.
    if (res.socket === null && req[ORDINARY] !== true && typeof req.socket?.isPaused === 'function') {
      if (waitsInPipeline(req, res, () => listener(req, res))) return;
    }
    const before = registry.dialect.mimicsMessages ? valuesBefore(req) : undefined;
    // The same object for requests from the application's own server.
    if (req[SETTINGS] !== settings) enterApplication(context, req, res);
    const isWellFormed = prepareRequest(req, res);
    // Assigned for every request, so that all of them have one shape.
    req[RUN] = undefined;
    req.next = undefined;
    req.baseUrl ||= '';
    if (context.poweredBy !== undefined) res.setHeader('X-Powered-By', context.poweredBy);
    if (isRefused(context, req, res, isWellFormed)) return;
    const run = new StackRun(registry, req, res, undefined);
    if (before !== undefined) run.before = before;
    const error = registry.dialect.targetError(req, isWellFormed);
    if (error === undefined) run.start();
    else run.restart(0, error);
  };
  return listener;
}

/** Handles requests of foreign HTTP/2 servers, requests while plugins load, and mounted applications. Returns whether it did. */
function isServedElsewhere(
  context: AppContext,
  listener: ApplicationListener,
  [req, res, next]: Parameters<ApplicationListener>,
): boolean {
  if (req.httpVersionMajor > 1 && !(req instanceof IncomingMessage)) {
    if (next === undefined) serveForeignStream(context, listener, req);
    else next(new HttpError(505, 'ERR_HTTP_VERSION', FOREIGN_STREAM, { expose: true }));
  } else if (context.registry.loading !== undefined) waitForPlugins(context, listener, [req, res, next]);
  else if (next !== undefined) runMounted(context, req, res as Response, next);
  else return false;
  return true;
}

/** Rejects requests that violate HTTP. Returns whether it did. */
function isRefused(
  { registry, settings }: AppContext,
  req: ReadRequest,
  res: Response,
  isWellFormed: boolean,
): boolean {
  // The fast lane has checked the head, but a listener may have changed the target since.
  if (req[ORDINARY] === true && (!isWellFormed || req.url?.[0] === '/')) return false;
  const error = checkRequest(req, res, settings.trustProxy);
  if (error === undefined) return false;
  // A proxy may read the rest of the connection differently, so no other request is read from it.
  res.shouldKeepAlive = false;
  registry.respond(error, req, res);
  return true;
}

/** Handles a request once the plugins have loaded; fails it if one of them failed. */
function waitForPlugins(
  context: AppContext,
  listener: ApplicationListener,
  [req, res, next]: Parameters<ApplicationListener>,
): void {
  const { registry, settings } = context;
  const respond = (error: unknown): void => {
    if ((req as Request)[SETTINGS] !== settings) enterApplication(context, req, res);
    prepareRequest(req as Request, res as Response);
    registry.respond(error, req as Request, res as Response);
  };
  afterLoading(registry, () => listener(req, res, next), next ?? respond);
}

function afterLoading(registry: LayerRegistry, run: () => void, fail: (error: unknown) => void): void {
  registry.loading?.then(run, (cause) => {
    const message = 'The application has not started: a plugin has failed to load.';
    fail(new HttpError(503, 'ERR_NOT_STARTED', message, { cause }));
  });
}

/** Runs a mounted application. `next` continues in the application that mounts it. */
function runMounted(context: AppContext, req: IncomingMessage, res: Response, next: NextFunction): void {
  const { baseUrl, params } = req as Request;
  const isForeign = !isOwn(req);
  const continueOutside = context.registry.dialect.restoresMessages
    ? restoreBefore(next, req as Request, res)
    : next;
  enterApplication(context, req, res);
  if (context.poweredBy !== undefined) res.setHeader('X-Powered-By', context.poweredBy);
  const { dialect } = context.registry;
  const isPrepared = !isForeign && (!dialect.mimicsMessages || Object.hasOwn(req, '_parsedUrl'));
  const isWellFormed = isPrepared || prepareRequest(req, res);
  // For requests of another framework, Express parses the query here.
  const error = isForeign && dialect.mimicsMessages && dialect.targetError(req as Request, isWellFormed);
  runInside(context.registry, req as Request, res, { next: continueOutside, baseUrl, params }, error);
}

/** Runs a router. Messages of Express or of bare Node keep their prototypes. */
export function runRouter(
  registry: LayerRegistry,
  req: IncomingMessage,
  res: ServerResponse,
  next: NextFunction,
): void {
  if (typeof next !== 'function') {
    throw new TypeError(
      `Invalid call of a router: argument callback is required: expected (req, res, next), got next of type ${typeof next}`,
    );
  }
  if (registry.loading !== undefined) {
    afterLoading(registry, () => runRouter(registry, req, res, next), next);
    return;
  }
  const { baseUrl, params } = req as Request;
  if (!isOwn(req)) prepareForeign(req);
  runInside(registry, req as Request, res as Response, { next, baseUrl, params });
}

/** Hands messages of another application or server to this application. */
function enterApplication(
  { messages, settings, registry }: AppContext,
  req: IncomingMessage,
  res: ServerResponse,
): void {
  if (messages.isExtended || !isOwn(req)) adopt(messages, req, res);
  // Messages of the fast lane would lose its methods and become twice as slow.
  else if (registry.dialect.mimicsMessages && (req as ReadRequest)[ORDINARY] !== true)
    Object.setPrototypeOf(req, messages.prototypes.request);
  if ((req as Request)[SETTINGS] !== settings) (req as Request)[SETTINGS] = settings;
  if ((res as Response)[SETTINGS] !== settings) (res as Response)[SETTINGS] = settings;
}

/** Serves a request of `http2.createServer(app)`: Node's HTTP/2 messages are not instances of the classes that an application extends. */
function serveForeignStream({ messages }: AppContext, listener: ApplicationListener, foreign: object): void {
  const exchange = replaceMessages(foreign as Http2ServerRequest, messages);
  if (exchange !== undefined) listener(exchange.req, exchange.res);
}
