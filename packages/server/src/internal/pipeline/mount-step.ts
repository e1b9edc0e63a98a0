import { Chain, type Next } from '@nextpress/middleware';
import type { Matcher } from '@nextpress/router';
import type { ErrorHandler, Handler } from '../../handler.ts';
import type { Request, Response } from '../../messages.ts';
import { checkDecoded, isDecoded } from '../path/path-params.ts';
import { NO_PREFIX } from '../path/regexp-matcher.ts';
import { LAYER_PATH, type PlacedLayer } from '../registration/layer.ts';
import type { ServerLayer } from '../registration/stack.ts';
import { isTraced } from '../tracing/request-channel.ts';
import { noteMatched, tracedFunction } from '../tracing/traced-function.ts';
import { runParamCallbacks } from './param-callbacks.ts';
import type { Pipeline } from './pipeline.ts';
import type { PlannedLayer, Step } from './planned-chain.ts';
import type { PipelineRun } from './run.ts';

/**
 * Plans middleware behind its prefix, as Express's `use(prefix, …)` has it: inside, `url` is the rest of the target, `baseUrl`
 * has grown by what was taken off, `params` is what the prefix captured.
 */
export function planMiddleware(pipeline: Pipeline, placed: PlacedLayer, place: number): PlannedLayer[] {
  const prefix = placed[LAYER_PATH].matcher;
  const layer = isTraced() ? tracedFunction(placed) : placed.handle;
  if (prefix === undefined) return [{ place, layer, step: undefined }];
  const step = new MountStep(prefix, layer, isTraced() ? placed : undefined);
  const planned = { place, layer, step };
  if (pipeline.params.size === 0 || !/[:*(]/.test(prefix.pattern)) return [planned];
  // Express calls back for the params also where it then skips the middleware.
  const skipped = { place, layer: layer.length === 4 ? passOn : passErrorOn, step };
  return [skipped, planned];
}

const passOn: ServerLayer = (_req: Request, _res: Response, next: Next) => next();
const passErrorOn: ServerLayer = (error: unknown, _req: Request, _res: Response, next: Next) => next(error);

class MountStep implements Step {
  readonly #prefix: Matcher;
  readonly #layer: ServerLayer;
  readonly #traced: PlacedLayer | undefined;
  #alone: Chain<Request, Response> | undefined;

  constructor(prefix: Matcher, layer: ServerLayer, traced: PlacedLayer | undefined) {
    this.#prefix = prefix;
    this.#layer = layer;
    this.#traced = traced;
  }

  enter(run: PipelineRun, layer: ServerLayer, next: Next, error: unknown): unknown {
    const { req, res, pipeline } = run;
    const match = this.#prefix.match(req.pathname);
    // Of two errors the one that is pending is handled, as in Express.
    if (match === undefined) return run.skip(next, error);
    if (error && !isDecoded(match.params)) return next(error);
    checkDecoded(match.params);
    if (this.#traced !== undefined) noteMatched(req, this.#traced, req.pathname);
    req.params = run.paramsWith(match.params);
    if (pipeline.params.size > 0) {
      runParamCallbacks(run, Object.keys(match.params), (failed) => {
        if (failed || match.length === NO_PREFIX) next(error || failed);
        else {
          run.mount(match.length);
          this.#chainOf(layer).run(req, res, next, 0, error);
        }
      });
      return undefined;
    }
    if (match.length === NO_PREFIX) return next(error);
    run.mount(match.length);
    return error ? (layer as ErrorHandler)(error, req, res, next) : (layer as Handler)(req, res, next);
  }

  /** Catches what the layer throws after callbacks that may have been asynchronous. */
  #chainOf(layer: ServerLayer): Chain<Request, Response> {
    if (layer !== this.#layer) return new Chain([layer]);
    this.#alone ??= new Chain([layer]);
    return this.#alone;
  }
}
