/** @module Hot: runs once per request. Bench: `pnpm bench`. */
import { IncomingMessage, type ServerResponse } from 'node:http';
import { malformedTarget, NO_PARAMS, openRequest, SETTINGS } from '@nextpress/core';
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
import { notePassed } from '../answer/answer-unmatched.ts';
import type { ApplicationSettings } from '../application/settings-store.ts';
import { type Done, type Pipeline, runPipeline } from '../pipeline/pipeline.ts';
import { CAPTURED, type RoutedRequest } from '../pipeline/route-params.ts';
import { beginVisit, paramsIn } from '../pipeline/visit.ts';
import { checkRequest } from './request-faults.ts';
import { goOnShallow } from './shallow.ts';

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

/** How many routers a request is inside of. */
const NESTING: unique symbol = Symbol('nesting');

/** Where routers come to themselves, each level reads the rest of the path again: the time grows by the square of the levels. */
const NESTING_MOST = 1500;

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

function begin(inside: Inside, req: ReadRequest, res: Response): void {
  const { pipeline, poweredBy } = inside;
  const wellFormed = openRequest(req, res);
  // Assigned for every request, so that all of them have one shape.
  req[CAPTURED] = NO_PARAMS;
  req.route = undefined;
  req.next = undefined;
  if (poweredBy !== undefined) res.setHeader('X-Powered-By', poweredBy);
  if (req[ORDINARY] !== true || (wellFormed && req.url?.[0] !== '/')) {
    const fault = checkRequest(req, res, inside.settings.trustProxy);
    if (fault !== undefined) {
      refuse(fault, pipeline, req, res);
      return;
    }
  }
  if (wellFormed && (req.url !== '*' || req.method === 'OPTIONS')) {
    const { answer } = pipeline;
    runPipeline(pipeline, req, res, pipeline.visits ? beginVisit(pipeline, req, NO_PARAMS, answer) : answer);
  } else pipeline.answer(malformedTarget(), req, res);
}

interface ReadRequest extends RoutedRequest {
  readonly [ORDINARY]?: boolean;
}

/** What is read differently by others on the way may not be followed by anything. */
function refuse(fault: HttpError, pipeline: Pipeline, req: RoutedRequest, res: Response): void {
  res.shouldKeepAlive = false;
  pipeline.answer(fault, req, res);
}

interface NestedRequest extends RoutedRequest {
  [NESTING]?: number;
}

/** What a request brings along from around an application or a router, to be there again afterwards. */
interface Around {
  readonly params: ParamsDictionary;
  readonly wellFormed: boolean;
  readonly leave: (() => void) | undefined;
}

/** Mounted in another application: what this one passes on goes to `next`, as it was. */
function listenMounted(inside: Inside, req: IncomingMessage, res: Response, next: NextFunction): void {
  const request = req as NestedRequest;
  const { params = NO_PARAMS as ParamsDictionary } = request;
  const own = isOwn(req);
  const leave = enterApplication(inside, req, res);
  if (inside.poweredBy !== undefined) res.setHeader('X-Powered-By', inside.poweredBy);
  runInside(inside.pipeline, request, res, next, { params, wellFormed: own || openRequest(req, res), leave });
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
  const request = req as NestedRequest;
  const { params = NO_PARAMS as ParamsDictionary } = request;
  const wellFormed = isOwn(req) || openForeign(req);
  runInside(pipeline, request, res as Response, next, { params, wellFormed, leave: undefined });
}

function runInside(
  pipeline: Pipeline,
  req: NestedRequest,
  res: Response,
  next: NextFunction,
  { params, wellFormed, leave }: Around,
): void {
  const { [CAPTURED]: captured, [NESTING]: outside = 0 } = req;
  req[NESTING] = outside + 1;
  const pass: Done = (error) => {
    if (error === undefined && notePassed(pipeline.plan(), req, res)) return;
    req[NESTING] = outside;
    req.params = params;
    req[CAPTURED] = captured;
    leave?.();
    goOnShallow(() => next(error));
  };
  const done = pipeline.visits ? beginVisit(pipeline, req, params, pass) : pass;
  // The params of the mount stay outside, as in Express without mergeParams.
  req.params = paramsIn(pipeline, req, NO_PARAMS);
  if (outside === NESTING_MOST) done(tooDeep(), req, res);
  else if (wellFormed && isReadable(req)) goOnShallow(() => runPipeline(pipeline, req, res, done));
  else done(malformedTarget(), req, res);
}

/** Middleware around may have left a target that is none; the end of a chain looks at it, a function that calls us does not. */
function isReadable(req: Request): boolean {
  try {
    return req.pathname !== undefined;
  } catch {
    return false;
  }
}

function tooDeep(): HttpError {
  const message = `The request went through ${NESTING_MOST} routers, one inside the other: some router comes to itself again.`;
  return new HttpError(500, 'ERR_ROUTERS_TOO_DEEP', message);
}

/**
 * Makes messages of another application, or of a server that isn't Nextpress's, this application's. Returns the function
 * that undoes it: around it they are the others' again.
 */
function enterApplication(
  { messages, settings, isExtended }: Inside,
  req: IncomingMessage,
  res: ServerResponse,
): () => void {
  if (!isOwn(req)) return adopt(messages, req, res);
  const response = res as Response;
  const ofRequest = req[SETTINGS];
  const ofResponse = response[SETTINGS];
  const restore = isExtended ? adopt(messages, req, res) : undefined;
  req[SETTINGS] = settings;
  response[SETTINGS] = settings;
  return () => {
    req[SETTINGS] = ofRequest;
    response[SETTINGS] = ofResponse;
    restore?.();
  };
}

/** The objects of HTTP/2 are none of the classes that an application's requests have. */
function refuseVersion(res: ServerResponse): void {
  res.statusCode = 505;
  res.setHeader('Content-Type', 'text/plain; charset=utf-8');
  res.end('505 HTTP Version Not Supported\n\nThis application answers HTTP/1.1 only.\n');
}
