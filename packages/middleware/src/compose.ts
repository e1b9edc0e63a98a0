import { Chain, type ChainEnd } from './chain.ts';
import { flattenLayers, type LayerList, type Next } from './layer.ts';

/** A chain as a layer of its own: runs its layers, then `next`. */
export type Composed<Req, Res> = (req: Req, res: Res, next: Next) => void;

/**
 * Combines layers into one.
 *
 * A throw or a rejection goes to the next layer of four parameters, after the last one to the `next` around. An error that a
 * layer passes on after `next()`, as a timeout does, goes to the error layers after the one that the request has reached. A
 * repeated `next()` without an error has no effect and is reported as a process warning.
 * `next('route')` skips the rest; `next('router')` does too, and is handed on. Chains of any length run without overflowing
 * the stack: once per hundred synchronous layers, one `setImmediate` unwinds it.
 *
 * @throws TypeError when a layer is not a function.
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
export function compose<Req, Res>(layers: LayerList<Req, Res>): Composed<Req, Res> {
  const chain = new Chain(flattenLayers(layers));
  return (req, res, next) => chain.run(req, res, next as ChainEnd<Req, Res>);
}
