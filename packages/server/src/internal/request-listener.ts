/** @module Hot: runs once per request. Bench: `pnpm bench`. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { malformedTarget, NO_PARAMS, openRequest } from '@nextpress/core';
import type { NextFunction } from '../handler.ts';
import { adopt, isOwn, type Messages, type Response } from '../messages.ts';
import { notePassed } from './answer-unmatched.ts';
import { type Done, type Pipeline, runPipeline } from './pipeline.ts';
import { CAPTURED, type RoutedRequest } from './route-params.ts';

/** The function that an application is: `(req, res)` from a server, `(req, res, next)` where it is mounted. */
export type ApplicationListener = (req: IncomingMessage, res: ServerResponse, next?: NextFunction) => void;

/** Makes an application's request listener. */
export function createRequestListener(pipeline: Pipeline, messages: Messages): ApplicationListener {
  return (req, res, next) => {
    if (req.httpVersionMajor > 1) refuseVersion(res);
    else if (next !== undefined) listenMounted(pipeline, messages, req, res as Response, next);
    else {
      if (!isOwn(req)) adopt(messages, req, res);
      begin(pipeline, req as RoutedRequest, res as Response);
    }
  };
}

function begin(pipeline: Pipeline, req: RoutedRequest, res: Response): void {
  const wellFormed = openRequest(req);
  // Assigned for every request, so that all of them have one shape.
  req[CAPTURED] = NO_PARAMS;
  if (wellFormed && (req.url !== '*' || req.method === 'OPTIONS')) {
    runPipeline(pipeline, req, res, pipeline.answer);
  } else pipeline.answer(malformedTarget(), req, res);
}

/** Mounted in another application: what this one passes on goes to `next`, as it was. */
function listenMounted(
  pipeline: Pipeline,
  messages: Messages,
  req: IncomingMessage,
  res: Response,
  next: NextFunction,
): void {
  const request = req as RoutedRequest;
  const { params, [CAPTURED]: captured } = request;
  // Around an application of another framework the objects are that framework's again once it goes on.
  const restore = isOwn(req) ? undefined : adopt(messages, req, res);
  const pass: Done = (error) => {
    if (error === undefined) notePassed(pipeline.plan().router, request);
    request.params = params;
    request[CAPTURED] = captured;
    restore?.();
    next(error);
  };
  const wellFormed = restore === undefined || openRequest(req);
  // The params of the mount stay outside, as in Express without mergeParams.
  request.params = NO_PARAMS;
  if (wellFormed) runPipeline(pipeline, request, res, pass);
  else pass(malformedTarget(), request, res);
}

/** The objects of HTTP/2 are none of the classes that an application's requests have. */
function refuseVersion(res: ServerResponse): void {
  res.statusCode = 505;
  res.setHeader('Content-Type', 'text/plain; charset=utf-8');
  res.end('505 HTTP Version Not Supported\n\nThis application answers HTTP/1.1 only.\n');
}
