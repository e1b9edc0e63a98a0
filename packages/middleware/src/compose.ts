import { Chain, type ChainEnd } from './chain.ts';
import { flattenLayers, type LayerList, type Next } from './layer.ts';

/** A chain as a layer: runs its layers, then `next`. */
export type Composed<Req, Res> = (req: Req, res: Res, next: Next) => void;

/**
 * Combines layers into one.
 *
 * An error that is thrown or rejected goes to the next layer with four parameters, and after the last one to `next`. An
 * error after `next()`, e.g. from a timeout, goes to the error layers after the last layer that was entered; once the
 * response has started, it is only reported as a process warning. A repeated `next()` without an error has no effect
 * and is reported as a process warning. `next('route')` skips the rest of the chain; `next('router')` also skips the
 * rest of the outer chain.
 *
 * Chains of any length run without overflowing the stack: one `setImmediate` per hundred synchronous layers unwinds it.
 *
 * @throws TypeError if a layer is not a function
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
  const chain = new Chain(flattenLayers(layers), { isErrorTooLate: hasStarted });
  return (req, res, next) => chain.run(req, res, next as ChainEnd<Req, Res>);
}

function hasStarted(_req: unknown, res: unknown): boolean {
  return (res as { readonly headersSent?: boolean } | null)?.headersSent === true;
}
