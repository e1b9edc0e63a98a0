/** @module Hot: runs once per request and layer. Bench: `pnpm --filter @nextpress/middleware bench`. */
import { isErrorLayer, isRequestLayer, type Layer } from './layer.ts';
import { Run } from './run.ts';

/**
 * Receives the request that left the chain: with `undefined` after the last layer, with an error that no layer handled, or
 * with `'router'`. `at` is the position of the layer that passed it on. It is called again for each later error.
 */
export type ChainEnd<Req, Res> = (error: unknown, req: Req, res: Res, at: number) => void;

/**
 * Layers prepared once, run for each request. `compose` is the form most code wants; a framework that needs to know where a
 * request left the chain uses this one.
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
export class Chain<Req, Res> {
  readonly layers: readonly Layer<Req, Res>[];
  /** For each position, that of the first request layer at or after it; the chain's length where there is none. */
  readonly toRequest: readonly number[];
  /** The same for error layers. */
  readonly toError: readonly number[];

  constructor(layers: readonly Layer<Req, Res>[]) {
    this.layers = layers;
    this.toRequest = positionsOf(layers, isRequestLayer);
    this.toError = positionsOf(layers, isErrorLayer);
  }

  /** Runs the layers from position `from` on, with `error` pending if one is given. */
  run(req: Req, res: Res, end: ChainEnd<Req, Res>, from = 0, error?: unknown): Run<Req, Res> {
    const run = new ChainRun(this, req, res, end);
    run.advance(from, error);
    return run;
  }
}

/** A run of a chain on its own: `'route'` and `'router'` leave it. */
class ChainRun<Req, Res> extends Run<Req, Res> {
  readonly end: ChainEnd<Req, Res>;

  constructor(chain: Chain<Req, Res>, req: Req, res: Res, end: ChainEnd<Req, Res>) {
    super(chain, req, res);
    this.end = end;
  }

  override pass(error: unknown): void {
    if (error === 'route') this.end(undefined, this.req, this.res, this.at);
    else if (error === 'router') this.end(error, this.req, this.res, this.at);
    else this.advance(this.at + 1, error);
  }

  override leave(error: unknown, at: number): void {
    this.end(error, this.req, this.res, at);
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
