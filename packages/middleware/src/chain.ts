/** @module Hot: runs once per request and layer. Bench: `npm run bench -- middleware`. */

import { isErrorLayer, isRequestLayer, type Layer } from './layer.ts';
import { Run, type RunLayers } from './run.ts';

/**
 * Called when a request leaves the chain: without an error after the last layer, with an error that no layer handled,
 * or with `'router'`. `at` is the position of the layer that called `next`. Called again for each later error.
 */
export type ChainEnd<Req, Res> = (error: unknown, req: Req, res: Res, at: number) => void;

/** Hooks of a {@link Chain}. */
export interface ChainOptions<Req, Res> {
  /**
   * Called with an error after `next()`: returns whether to ignore it and report it as a process warning. Without it, such errors
   * always go to the error layers.
   */
  isErrorTooLate?(req: Req, res: Res): boolean;
  /** Called with the value that a layer without `next` returned or resolved to, unless it is `undefined` or `res`. */
  onReturn?(value: unknown, req: Req, res: Res): void;
}

/**
 * Layers prepared once and run for each request. `compose` is simpler; a framework uses this class to learn where a
 * request left the chain.
 *
 * @example
 * ```ts
 * import { Chain, type Next } from '@nextpress/middleware';
 *
 * const pass = (_req: object, _res: null, next: Next) => next();
 * const chain = new Chain<object, null>([pass, (_req: object, _res: null, next: Next) => next('route'), pass]);
 *
 * let left = -1;
 * chain.run({}, null, (_error, _req, _res, at) => { left = at; });
 * left; // => 1
 * ```
 */
export class Chain<Req, Res> implements RunLayers<Req, Res> {
  readonly layers: readonly Layer<Req, Res>[];
  readonly options: ChainOptions<Req, Res>;
  readonly toRequest: readonly number[];
  readonly toError: readonly number[];

  constructor(layers: readonly Layer<Req, Res>[], options: ChainOptions<Req, Res> = {}) {
    this.layers = layers;
    this.options = options;
    this.toRequest = positionsOf(layers, isRequestLayer);
    this.toError = positionsOf(layers, isErrorLayer);
  }

  /**
   * Prepares a run, which `advance(0, undefined)` starts, so that the caller can `cancel()` it even during its first
   * layer.
   */
  begin(req: Req, res: Res, done: ChainEnd<Req, Res>): Run<Req, Res> {
    return new ChainRun(this, req, res, done);
  }

  /** Runs the layers from position `from`, with `error` pending if given. */
  run(req: Req, res: Res, done: ChainEnd<Req, Res>, from = 0, error?: unknown): Run<Req, Res> {
    const run = this.begin(req, res, done);
    run.advance(from, error);
    return run;
  }
}

/** A run that `'route'` and `'router'` end. */
class ChainRun<Req, Res> extends Run<Req, Res> {
  declare chain: Chain<Req, Res>;
  readonly done: ChainEnd<Req, Res>;

  constructor(chain: Chain<Req, Res>, req: Req, res: Res, done: ChainEnd<Req, Res>) {
    super(chain, req, res);
    this.done = done;
  }

  override pass(error: unknown): void {
    if (error === 'route') this.done(undefined, this.req, this.res, this.at);
    else if (error === 'router') this.done(error, this.req, this.res, this.at);
    else this.advance(this.at + 1, error);
  }

  override isErrorTooLate(): boolean {
    return this.chain.options.isErrorTooLate?.(this.req, this.res) ?? false;
  }

  override returned(value: unknown): void {
    this.chain.options.onReturn?.(value, this.req, this.res);
  }

  override afterLast(error: unknown, at: number): void {
    this.done(error, this.req, this.res, at);
  }
}

function positionsOf<Req, Res>(
  layers: readonly Layer<Req, Res>[],
  isKind: (layer: Layer<Req, Res>) => boolean,
): number[] {
  const positions = new Array<number>(layers.length);
  let found = layers.length;
  for (let at = layers.length - 1; at >= 0; at--) {
    if (isKind(layers[at] as Layer<Req, Res>)) found = at;
    positions[at] = found;
  }
  return positions;
}
