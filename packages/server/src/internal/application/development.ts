/** @module Checks that run only when the option `env` is `'development'`. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { onExchangeEnd } from '@nextpress/semantics/exchange-end';
import { isThrownError, thrownProperty } from '@nextpress/semantics/thrown-value';
import { RUN } from '../planning/planned-chain.ts';
import { callerPlace } from '../registration/caller-place.ts';
import { LAYER_PATH, type PlacedLayer } from '../registration/layer.ts';
import { methodOf } from '../registration/request-method.ts';
import type { PipelineRun, RunningRequest } from '../running/run.ts';
import type { ApplicationListener } from './request-listener.ts';

/** How many milliseconds pass before a request without a response is reported. */
const REPORT_AFTER = 10_000;

/** The place in user code that has sent the response. */
const SENT_AT: unique symbol = Symbol('sentAt');

type Watched = ServerResponse & { [SENT_AT]?: string | undefined };

/** Wraps the listener of an application with the checks. */
export function watchExchanges(listener: ApplicationListener): ApplicationListener {
  return (req, res, next) => {
    if (next === undefined) {
      recordSender(res);
      reportPending(req, res);
    }
    listener(req, res, next);
  };
}

/** Records where the head is sent, for the error of a second response. */
function recordSender(res: Watched): void {
  const { writeHead, setHeader } = res;
  res.writeHead = function record(this: Watched, ...args: unknown[]) {
    if (this.headersSent) return explainLate(this, () => Reflect.apply(writeHead, this, args));
    this[SENT_AT] ??= callerPlace();
    return Reflect.apply(writeHead, this, args);
  };
  res.setHeader = function record(this: Watched, ...args: unknown[]) {
    return explainLate(this, () => Reflect.apply(setHeader, this, args));
  } as typeof setHeader;
}

/** Adds the place of the first response to the error of a second one. */
function explainLate<T>(res: Watched, act: () => T): T {
  try {
    return act();
  } catch (error) {
    const place = res[SENT_AT];
    const isLate = thrownProperty(error, 'code') === 'ERR_HTTP_HEADERS_SENT';
    if (isLate && isThrownError(error) && place !== undefined) addPlace(error, place);
    throw error;
  }
}

function addPlace(error: Error, place: string): void {
  try {
    const { message, stack = '' } = error;
    error.message = `${message}. The first response was sent at ${place}`;
    error.stack = stack.replace(message, error.message);
  } catch {
    // A frozen error.
  }
}

function reportPending(req: IncomingMessage, res: ServerResponse): void {
  const { method, url } = req;
  const timer = setTimeout(() => {
    if (res.headersSent || res.destroyed) return;
    const layer = lastLayer(req);
    const at = layer === undefined ? 'No layer was reached' : `The last layer reached is ${layer}`;
    process.emitWarning(
      `${method} ${url} has had no response for ${REPORT_AFTER / 1000} s. ${at}: it must respond or call next().`,
      { type: 'NextpressWarning', code: 'NEXTPRESS_UNANSWERED' },
    );
  }, REPORT_AFTER);
  timer.unref();
  onExchangeEnd(res, () => clearTimeout(timer));
}

/** Describes the layer that a request has reached by the call that registered it. */
function lastLayer(req: IncomingMessage): string | undefined {
  const run = (req as RunningRequest)[RUN];
  const layer = run?.pipeline.layers[run.chain.planned[run.at]?.place ?? -1];
  if (run === undefined || layer === undefined) return undefined;
  return layer.route === undefined ? describeMiddleware(layer) : describeHandler(layer, run);
}

function describeMiddleware({ handle, [LAYER_PATH]: path }: PlacedLayer): string {
  const name = handle.name || 'a function without a name';
  return path.matcher === undefined ? `use(${name})` : `use('${path.matcher.pattern}', ${name})`;
}

function describeHandler({ rawPath }: PlacedLayer, { req, chain, at, inRoute }: PipelineRun): string {
  const handles = inRoute?.chain.layers ?? [chain.layers[at]];
  const position = inRoute?.at ?? 0;
  const name = handles[position]?.name || `handler ${position + 1}`;
  return `${name} of ${methodOf(req).toLowerCase()}('${String(rawPath)}')`;
}
