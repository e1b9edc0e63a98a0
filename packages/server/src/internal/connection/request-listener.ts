/** @module Hot: runs once per request. Bench: `pnpm bench`. */
import { IncomingMessage, type ServerResponse } from 'node:http';
import { malformedTarget, openRequest, peekParams, SETTINGS } from '@nextpress/core';
import { HttpError } from '@nextpress/semantics/http-error';
import type { NextFunction } from '../../handler.ts';
import {
  adopt,
  isOwn,
  type Messages,
  openForeign,
  type ParamsDictionary,
  type Request,
  type Response,
} from '../../messages.ts';
import type { ApplicationSettings } from '../application/settings-store.ts';
import { finishRun, RUN, type RunningRequest } from '../pipeline/finish-run.ts';
import type { Pipeline } from '../pipeline/pipeline.ts';
import { PipelineRun } from '../pipeline/run.ts';
import { callShallow } from '../pipeline/shallow.ts';
import { checkRequest } from './request-faults.ts';

/** The function that an application is: `(req, res)` from a server, `(req, res, next)` where it is mounted. */
export type ApplicationListener = (req: IncomingMessage, res: ServerResponse, next?: NextFunction) => void;

/** The function that a router is. */
export type MountedListener = (req: IncomingMessage, res: ServerResponse, next: NextFunction) => void;

/** What an application is to its requests. */
export interface Inside {
  readonly pipeline: Pipeline;
  readonly messages: Messages;
  readonly settings: ApplicationSettings;
  /** The value of `X-Powered-By`, where it is sent. */
  poweredBy: string | undefined;
  /** Whether somebody may have put something on the prototypes of its messages. */
  isExtended: boolean;
}

/** Each level of a router that is reached from itself reads the rest of the path again: the time grows by the square of the levels. */
const MAX_LEVEL = 1500;

/** True of requests that the fast lane's recogniser has read, whatever target somebody has given them since. */
const ORDINARY: unique symbol = Symbol.for('nextpress.ordinary') as never;

/** Makes an application's request listener. */
export function createRequestListener(inside: Inside): ApplicationListener {
  return (req, res, next) => {
    if (req.httpVersionMajor > 1 && !(req instanceof IncomingMessage)) refuseVersion(res);
    else if (next !== undefined) listenMounted(inside, req, res as Response, next);
    else {
      // Made by the application's own server, unless its settings say otherwise.
      if ((req as Request)[SETTINGS] !== inside.settings) enterApplication(inside, req, res);
      begin(inside, req as ReadRequest, res as Response);
    }
  };
}

function begin({ pipeline, poweredBy, settings }: Inside, req: ReadRequest, res: Response): void {
  const wellFormed = openRequest(req, res);
  // Assigned for every request, so that all of them have one shape.
  req[RUN] = undefined;
  req.route = undefined;
  req.next = undefined;
  if (poweredBy !== undefined) res.setHeader('X-Powered-By', poweredBy);
  if (req[ORDINARY] !== true || (wellFormed && req.url?.[0] !== '/')) {
    const fault = checkRequest(req, res, settings.trustProxy);
    if (fault !== undefined) {
      refuse(fault, pipeline, req, res);
      return;
    }
  }
  const run = new PipelineRun(pipeline, req, res, undefined);
  const isServed = wellFormed && (req.url !== '*' || req.method === 'OPTIONS');
  if (isServed || pipeline.expressVersion !== undefined) run.start();
  else run.restart(0, malformedTarget());
}

interface ReadRequest extends RunningRequest {
  readonly [ORDINARY]?: boolean;
}

/** What is read differently by others on the way may not be followed by anything. */
function refuse(fault: HttpError, pipeline: Pipeline, req: Request, res: Response): void {
  res.shouldKeepAlive = false;
  pipeline.answer(fault, req, res);
}

/** Mounted in another application: what this one passes on goes to `next`, as it was. */
function listenMounted(inside: Inside, req: IncomingMessage, res: Response, next: NextFunction): void {
  const own = isOwn(req);
  enterApplication(inside, req, res);
  if (inside.poweredBy !== undefined) res.setHeader('X-Powered-By', inside.poweredBy);
  const params = peekParams(req) as ParamsDictionary;
  if (!own) openRequest(req, res);
  runInside(inside.pipeline, req as Request, res, { next, params });
}

/** What a router does with a request: Express's and bare Node's keep their own prototypes in it. */
export function listenInside(
  pipeline: Pipeline,
  req: IncomingMessage,
  res: ServerResponse,
  next: NextFunction,
): void {
  if (typeof next !== 'function') {
    throw new TypeError('a router passes requests on: call it as router(req, res, next)');
  }
  if (!isOwn(req)) openForeign(req);
  const params = peekParams(req) as ParamsDictionary;
  runInside(pipeline, req as Request, res as Response, { next, params });
}

/** How an application or a router was called. */
interface Call {
  readonly next: NextFunction;
  readonly params: ParamsDictionary;
}

function runInside(pipeline: Pipeline, req: RunningRequest, res: Response, { next, params }: Call): void {
  const around = req[RUN];
  const level = (around?.outer?.level ?? 0) + 1;
  const outer = { run: around, level, params, routerNext: req.next, next };
  const run = new PipelineRun(pipeline, req, res, outer);
  if (level > MAX_LEVEL) finishRun(run, tooDeep(), false);
  else callShallow(startRun, run);
}

function startRun(run: PipelineRun): void {
  run.start();
}

function tooDeep(): HttpError {
  const message = `The request went through ${MAX_LEVEL} routers, one inside the other: some router comes to itself again.`;
  return new HttpError(500, 'ERR_ROUTERS_TOO_DEEP', message);
}

/** Makes messages of another application, or of a server that isn't Nextpress's, this application's. */
function enterApplication(
  { messages, settings, isExtended }: Inside,
  req: IncomingMessage,
  res: ServerResponse,
): void {
  const own = isOwn(req);
  if (!own || isExtended) adopt(messages, req, res);
  if (!own) return;
  req[SETTINGS] = settings;
  (res as Response)[SETTINGS] = settings;
}

/** The objects of HTTP/2 are none of the classes that an application's requests have. */
function refuseVersion(res: ServerResponse): void {
  res.statusCode = 505;
  res.setHeader('Content-Type', 'text/plain; charset=utf-8');
  res.end('505 HTTP Version Not Supported\n\nThis application answers HTTP/1.1 only.\n');
}
