/** @module Checks that run only when the option `env` is `'development'`. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { pathnameOf } from '@nextpress/core';
import { warn } from '@nextpress/middleware';
import { onExchangeEnd } from '@nextpress/semantics/exchange-end';
import { isThenable } from '@nextpress/semantics/thenable';
import { addToMessage, isThrownError, thrownProperty } from '@nextpress/semantics/thrown-value';
import { CLASS_METHODS } from '@nextpress-internal/internals/keys';
import type { Request, Response } from '../../types/application.ts';
import type { LogError } from '../../types/server-options.ts';
import type { FinalHandler } from '../dialect.ts';
import { RUN } from '../planning/planned-chain.ts';
import { callSite } from '../registration/call-site.ts';
import { define } from '../registration/define.ts';
import { LAYER_PATH, type StackLayer } from '../registration/layer.ts';
import { methodOf } from '../registration/methods.ts';
import { ignoredValue } from '../registration/send-returned.ts';
import { developmentTools } from '../responding/development-tools.ts';
import { clearHandlerResponse, errorStatus, sendErrorBody } from '../responding/error-response.ts';
import { withLastResort } from '../responding/final-handler.ts';
import type { RunningRequest, StackRun } from '../running/run.ts';
import type { ApplicationListener } from './request-listener.ts';

/** After this long, a request without a response is reported, in milliseconds. */
const REPORT_AFTER = 3_000;

/** Wraps the final handler of an application: `nextpress dev` shows its own page for server errors. */
export function explainErrors(respond: FinalHandler, log: LogError): FinalHandler {
  const tools = developmentTools();
  if (tools === undefined) return respond;
  return withLastResort(log, (error, req, res, fail) => {
    const isExplained = error && !res.headersSent && (errorStatus(error) ?? 500) >= 500;
    const page = isExplained ? tools.explain(error, req, passedLayers(req)) : undefined;
    if (page === undefined) {
      respond(error, req, res);
      return;
    }
    log(error, req);
    clearHandlerResponse(res, res.getHeaderNames());
    res.setHeaders(new Map(Object.entries(page.headers)));
    sendErrorBody(req, res, errorStatus(error) ?? 500, page, fail);
  });
}

/** The call site that sent the response. */
const SENT_AT: unique symbol = Symbol('sentAt');

type Watched = ServerResponse & { [SENT_AT]?: string | undefined };

/** Wraps the listener of an application with a check. */
export function watchExchanges(listener: ApplicationListener): ApplicationListener {
  const tools = developmentTools();
  return (req, res, next) => {
    if (next === undefined) {
      reportPending(req, res);
      if (tools !== undefined) {
        const startedAt = performance.now();
        onExchangeEnd(res, () => tools.logResponse(req, res, performance.now() - startedAt));
      }
    }
    listener(req, res, next);
  };
}

/** Adds the checks of responses to their prototype. */
export function checkResponses(prototype: object, isLenient: boolean): void {
  recordSenders(prototype);
  if (!isLenient) refusePromises(prototype);
}

/**
 * Records where each response is sent, for the error if a second one follows. The wrapped methods count as
 * the class's own, so that responses are written as in production.
 */
function recordSenders(prototype: object): void {
  const {
    writeHead,
    setHeader,
    [CLASS_METHODS]: methods,
  } = prototype as Watched & { readonly [CLASS_METHODS]?: object };
  const recording = {
    writeHead(this: Watched, ...args: unknown[]): unknown {
      if (this.headersSent) return explainLate(this, () => Reflect.apply(writeHead, this, args));
      this[SENT_AT] ??= callSite();
      return Reflect.apply(writeHead, this, args);
    },
    setHeader(this: Watched, ...args: unknown[]): unknown {
      return explainLate(this, () => Reflect.apply(setHeader, this, args));
    },
  };
  const properties = { ...recording, [CLASS_METHODS]: { ...methods, ...recording } };
  for (const name of Reflect.ownKeys(properties)) {
    const value = properties[name as keyof typeof properties];
    Object.defineProperty(prototype, name, { value, writable: true, configurable: true });
  }
}

/** Makes `res.json` throw if a property or element of its value is a promise, which would be sent as `{}`. */
function refusePromises(prototype: object): void {
  const { json } = prototype as Response;
  define(prototype, 'json', function (this: Response, value: unknown) {
    const isConverted = Object(value).toJSON !== undefined || this.app.get('json replacer') != null;
    if (typeof value === 'object' && value !== null && !isConverted) refusePromise(value);
    return json.call(this, value);
  });
}

/** Checks neither deeper levels nor getters: that could slow down or change the response. */
function refusePromise(value: object): void {
  for (const name of Object.keys(value)) {
    const member: unknown = Object.getOwnPropertyDescriptor(value, name)?.value;
    if (!isThenable(member) || 'toJSON' in member) continue;
    // Other thenables, such as queries, may start when `then` is read.
    if (member instanceof Promise) member.catch(() => {});
    throw new TypeError(
      `Invalid body of res.json(): got a promise in "${name}", which would be sent as {}: await it`,
    );
  }
}

/** Adds the call site of the first response to the error of a second one. */
function explainLate<T>(res: Watched, act: () => T): T {
  try {
    return act();
  } catch (error) {
    const sentAt = res[SENT_AT];
    const isLate = thrownProperty(error, 'code') === 'ERR_HTTP_HEADERS_SENT';
    if (isLate && isThrownError(error) && sentAt !== undefined) {
      addToMessage(error, `The first response was sent at ${sentAt}`);
    }
    throw error;
  }
}

function reportPending(req: IncomingMessage, res: ServerResponse): void {
  const { method, url } = req;
  const timer = setTimeout(() => {
    if (res.headersSent || res.destroyed) return;
    const layer = lastLayer(req);
    const at = layer === undefined ? 'No layer was reached' : `The last layer reached is ${layer}`;
    const ignored = ignoredValue(req as Request);
    const returned =
      ignored === undefined ? '' : ` It returned ${ignored}, which Express ignores: use res.send().`;
    const status =
      res.statusCode === 200
        ? ''
        : ` It has set status ${res.statusCode}, which sends nothing: use res.sendStatus().`;
    warn(
      'NEXTPRESS_UNANSWERED',
      `${method} ${url} has had no response for ${REPORT_AFTER / 1000} s. ${at}: it must respond or call next().${returned}${status}`,
    );
  }, REPORT_AFTER);
  timer.unref();
  onExchangeEnd(res, () => clearTimeout(timer));
}

/** Describes the layers that a request has passed through, up to the one that failed. */
function passedLayers(req: RunningRequest): string[] {
  const run = req[RUN];
  if (run === undefined) return [];
  const pathname = pathnameOf(req);
  return run.chain.planned.slice(0, (run.failedAt ?? run.at) + 1).flatMap(({ index, layer }) => {
    const placed = run.registry.layers[index];
    if (placed === undefined) return [`hook ${layer.name || 'without a name'}`];
    if (placed.route !== undefined) return [`${methodOf(req).toLowerCase()}('${String(placed.rawPath)}')`];
    const { matcher } = placed[LAYER_PATH];
    return matcher === undefined || matcher.match(pathname) !== undefined ? [describeMiddleware(placed)] : [];
  });
}

/** Describes the current layer of a request by the call that registered it. */
function lastLayer(req: IncomingMessage): string | undefined {
  const run = (req as RunningRequest)[RUN];
  const layer = run?.registry.layers[run.chain.planned[run.at]?.index ?? -1];
  if (run === undefined || layer === undefined) return undefined;
  return layer.route === undefined ? describeMiddleware(layer) : describeHandler(layer, run);
}

function describeMiddleware({ handle, [LAYER_PATH]: path }: StackLayer): string {
  const name = handle.name || 'a function without a name';
  return path.matcher === undefined ? `use(${name})` : `use('${path.matcher.pattern}', ${name})`;
}

function describeHandler({ rawPath }: StackLayer, { req, chain, at, inLayer }: StackRun): string {
  const handles = inLayer?.chain.layers ?? [chain.layers[at]];
  const position = inLayer?.at ?? 0;
  const name = handles[position]?.name || `handler ${position + 1}`;
  return `${name} of ${methodOf(req).toLowerCase()}('${String(rawPath)}')`;
}
