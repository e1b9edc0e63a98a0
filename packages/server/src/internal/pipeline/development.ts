/** @module Help while an application is developed: in no other environment does any of it run. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ApplicationListener } from '../connection/request-listener.ts';
import { callerPlace } from '../registration/caller-place.ts';
import { LAYER_PATH, type PlacedLayer } from '../registration/layer.ts';
import { RUN, type RunningRequest } from './finish-run.ts';
import { methodOf } from './request-method.ts';
import type { PipelineRun } from './run.ts';

/** After how many milliseconds a request without an answer is reported. */
const LONG = 10_000;

/** Where a response remembers the place its answer came from; the helpers of core read it too. */
const FIRST_ANSWER: unique symbol = Symbol.for('nextpress.firstAnswer') as never;

type Watched = ServerResponse & { [FIRST_ANSWER]?: string | undefined };

/** The listener, with an eye on each exchange. */
export function watchExchanges(listener: ApplicationListener): ApplicationListener {
  return (req, res, next) => {
    if (next === undefined) {
      noteFirstAnswer(res);
      reportUnanswered(req, res);
    }
    listener(req, res, next);
  };
}

/** Whatever sends the head passes here, and so does whatever comes too late for it. */
function noteFirstAnswer(res: Watched): void {
  const { writeHead, setHeader } = res;
  res.writeHead = function note(this: Watched, ...args: unknown[]) {
    if (this.headersSent) return explained(this, () => Reflect.apply(writeHead, this, args));
    this[FIRST_ANSWER] ??= callerPlace();
    return Reflect.apply(writeHead, this, args);
  };
  res.setHeader = function note(this: Watched, ...args: unknown[]) {
    return explained(this, () => Reflect.apply(setHeader, this, args));
  } as typeof setHeader;
}

/** Adds to an error about a head that has been sent by whom it was. */
function explained<T>(res: Watched, act: () => T): T {
  try {
    return act();
  } catch (error) {
    const place = res[FIRST_ANSWER];
    const tooLate =
      error instanceof Error && (error as NodeJS.ErrnoException).code === 'ERR_HTTP_HEADERS_SENT';
    if (tooLate && place !== undefined) {
      const { message, stack } = error;
      error.message = `${message}. The first answer was sent at ${place}`;
      error.stack = (stack ?? '').replace(message, error.message);
    }
    throw error;
  }
}

function reportUnanswered(req: IncomingMessage, res: ServerResponse): void {
  const { method, url } = req;
  const timer = setTimeout(() => {
    if (res.headersSent || res.destroyed) return;
    const layer = lastLayer(req);
    const at = layer === undefined ? 'No layer has been reached' : `The last layer reached is ${layer}`;
    process.emitWarning(
      `${method} ${url} has had no response for ${LONG / 1000} s. ${at}: it must respond or call next().`,
      { type: 'NextpressWarning', code: 'NEXTPRESS_UNANSWERED' },
    );
  }, LONG);
  timer.unref();
  res.once('close', () => clearTimeout(timer));
}

/** The layer that a request has reached, as the call that registered it. */
function lastLayer(req: IncomingMessage): string | undefined {
  const run = (req as RunningRequest)[RUN];
  const layer = run?.pipeline.layers[run.chain.origins[run.at] ?? -1];
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
