/** @module Hot: runs once per request. Bench: `pnpm bench`. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { NO_PARAMS, openRequest } from '@nextpress/core';
import { HttpError } from '@nextpress/semantics/http-error';
import type { NextFunction } from '../handler.ts';
import { adopt, isOwn, type Messages, type Request, type Response } from '../messages.ts';
import { noteAllowed } from './answer-unmatched.ts';
import { type Done, type Pipeline, runPipeline } from './pipeline.ts';
import { CAPTURED, type RoutedRequest } from './route-params.ts';

/** The function that an application is: `(req, res)` from a server, `(req, res, next)` where it is mounted. */
export type ApplicationListener = (req: IncomingMessage, res: ServerResponse, next?: NextFunction) => void;

/** Makes an application's request listener. */
export function createRequestListener(pipeline: Pipeline, messages: Messages): ApplicationListener {
  return (req, res, next) => {
    if (next !== undefined) {
      listenMounted(pipeline, messages, req, res as Response, next);
      return;
    }
    if (!isOwn(req)) adopt(messages, req, res);
    begin(pipeline, req as Request, res as Response);
  };
}

function begin(pipeline: Pipeline, req: Request, res: Response): void {
  if (openRequest(req)) runPipeline(pipeline, req, res, pipeline.answer);
  else pipeline.answer(malformedTarget(), req, res);
}

/** Mounted in another application: what this one passes on goes to `next`. */
function listenMounted(
  pipeline: Pipeline,
  messages: Messages,
  req: IncomingMessage,
  res: Response,
  next: NextFunction,
): void {
  // Around an application of another framework the objects are that framework's again once it goes on.
  const restore = isOwn(req) ? undefined : adopt(messages, req, res);
  const captured = (req as RoutedRequest)[CAPTURED];
  const pass: Done = (error) => {
    if (error === undefined) noteAllowed(pipeline.plan().router, req as Request);
    (req as RoutedRequest)[CAPTURED] = captured;
    restore?.();
    next(error);
  };
  // The params of the mount stay outside, as in Express without mergeParams.
  if (restore === undefined) (req as Request).params = NO_PARAMS;
  if (restore === undefined || openRequest(req)) runPipeline(pipeline, req as Request, res, pass);
  else pass(malformedTarget(), req as Request, res);
}

function malformedTarget(): HttpError {
  return new HttpError(400, 'ERR_REQUEST_TARGET', 'The request target is malformed.');
}
