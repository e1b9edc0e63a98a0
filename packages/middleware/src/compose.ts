import { Chain, type ChainEnd } from './chain.ts';
import { flattenLayers, type LayerList, type Message, type Next } from './layer.ts';

/** A chain as a layer of its own: runs its layers, then `next`. */
export type Composed<Req, Res> = (req: Req, res: Res, next: Next) => void;

/**
 * Folds layers into one.
 *
 * Each layer gets a `next` of its own: a second call has no effect and is reported as a process warning, unless it
 * brings an error, as of a time-out, before anything is answered: then the error takes the turn. So does what is thrown behind `next()`.
 * A throw or a rejection goes to the next layer of four parameters, past the last one to the `next` around.
 * `next('route')` skips the rest; `next('router')` does too, and is handed on. Chains of any length run without
 * overflowing the stack: once per hundred layers that answer synchronously, one `setImmediate` lets it go.
 *
 * @throws TypeError when a layer is not a function, or declares more than four parameters.
 *
 * @example
 * ```ts
 * import { compose } from '@nextpress/middleware';
 *
 * interface Visit { url?: string; method?: string; seen: string[] }
 * const chain = compose<Visit, null>([
 *   (req: Visit, _res: null, next: () => void) => { req.seen.push('a'); next(); },
 *   async (req: Visit) => { req.seen.push('b'); throw new Error('no'); },
 *   (error: unknown, req: Visit, _res: null, next: () => void) => { req.seen.push(String(error)); next(); },
 * ]);
 *
 * const visit: Visit = { seen: [] };
 * await new Promise<void>((resolve) => chain(visit, null, () => resolve()));
 * visit.seen; // => ['a', 'b', 'Error: no']
 * ```
 */
export function compose<Req extends Message, Res>(layers: LayerList<Req, Res>): Composed<Req, Res> {
  const chain = new Chain(flattenLayers(layers));
  return (req, res, next) => chain.run(req, res, next as ChainEnd<Req, Res>);
}
