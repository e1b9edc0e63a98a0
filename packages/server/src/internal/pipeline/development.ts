/** @module Help while an application is developed: in no other environment does any of it run. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ErrorHandler, Handler, NextFunction } from '../../handler.ts';
import type { Request, Response } from '../../messages.ts';
import type { ApplicationListener } from '../connection/request-listener.ts';
import { callerPlace } from '../registration/caller-place.ts';
import { LAYER_PATH, type Layer, type PlacedLayer } from '../registration/layer.ts';
import type { LayeredRoute } from '../registration/layered-route.ts';
import { ALL } from '../registration/methods.ts';
import type { ServerLayer } from '../registration/stack.ts';

/** After how many milliseconds a request without an answer is reported. */
const LONG = 10_000;

/** Where a response remembers the place its answer came from; the helpers of core read it too. */
const FIRST_ANSWER: unique symbol = Symbol.for('nextpress.firstAnswer') as never;
/** Where a request remembers the layer that it came to last, as a message names it. */
const LAYER: unique symbol = Symbol('layer');

type Watched = ServerResponse & { [FIRST_ANSWER]?: string | undefined };
type Traced = IncomingMessage & { [LAYER]?: string };

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

/** Whether whoever started this process has said so. */
export function isDevelopment(env: string | undefined = process.env.NODE_ENV): boolean {
  return env === 'development';
}

/** Middleware that leaves its name with the request. */
export function traceMiddleware(layer: PlacedLayer): ServerLayer {
  const { handle, [LAYER_PATH]: path } = layer;
  const name = handle.name || 'a function without a name';
  const call = path.matcher === undefined ? `use(${name})` : `use('${path.matcher.pattern}', ${name})`;
  return traceLayer(handle, call);
}

/** Handlers that leave their names with the request. */
export function traceHandlers(
  route: LayeredRoute,
  methods: readonly string[],
  layers: readonly Layer[],
): ServerLayer[] {
  const call = `${methods[0] === ALL ? 'all' : methods[0]?.toLowerCase()}('${String(route.path)}')`;
  return layers.map(({ handle }, at) =>
    traceLayer(handle, `${handle.name || `handler ${at + 1}`} of ${call}`),
  );
}

function traceLayer(layer: ServerLayer, name: string): ServerLayer {
  const traced: ServerLayer =
    layer.length === 4
      ? (error: unknown, req: Request, res: Response, next: NextFunction) => {
          (req as Traced)[LAYER] = name;
          return (layer as ErrorHandler)(error, req, res, next);
        }
      : (req: Request, res: Response, next: NextFunction) => {
          (req as Traced)[LAYER] = name;
          return (layer as Handler)(req, res, next);
        };
  return Object.defineProperty(traced, 'name', { value: layer.name });
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
    const layer = (req as Traced)[LAYER];
    const at = layer === undefined ? 'No layer has been reached' : `The last layer it came to is ${layer}`;
    process.emitWarning(
      `${method} ${url} has had no answer for ${LONG / 1000} s. ${at}: it has to answer, or call next().`,
      { type: 'NextpressWarning', code: 'NEXTPRESS_UNANSWERED' },
    );
  }, LONG);
  timer.unref();
  res.once('close', () => clearTimeout(timer));
}
