import { FACTORY } from '@nextpress-internal/internals/keys';

/**
 * Continues the chain. Without an argument, or with a falsy one, the next layer runs. `'route'` leaves the chain,
 * `'router'` also leaves the outer chain, and any other argument is an error for the next error layer.
 */
export type Next = (error?: unknown) => void;

/** A layer for requests: responds, or calls `next`. If a returned promise rejects, that is an error. */
export type RequestLayer<Req, Res> = (req: Req, res: Res, next: Next) => unknown;

/** A layer for errors, recognized by its four declared parameters. It runs only while an error is pending. */
export type ErrorLayer<Req, Res> = (error: unknown, req: Req, res: Res, next: Next) => unknown;

/** Either kind of layer. As in Express, `length` decides which one it is. */
export type Layer<Req, Res> = RequestLayer<Req, Res> | ErrorLayer<Req, Res>;

/** Layers in order. Nested lists are flattened. */
export type LayerList<Req, Res> = readonly (Layer<Req, Res> | LayerList<Req, Res>)[];

export function isErrorLayer<Req, Res>(layer: Layer<Req, Res>): layer is ErrorLayer<Req, Res> {
  return layer.length === 4;
}

/** Whether a function handles requests. As in Express, functions with five or more parameters never run. */
export function isRequestLayer<Req, Res>(layer: Layer<Req, Res>): layer is RequestLayer<Req, Res> {
  return layer.length < 4;
}

/**
 * Flattens nested lists and checks every element.
 *
 * @param owner - the function that received the layers, for error messages
 * @throws TypeError if an element is not a function
 */
export function flattenLayers<Req, Res>(layers: LayerList<Req, Res>, owner?: string): Layer<Req, Res>[] {
  const flat = (layers as readonly unknown[]).flat(Number.POSITIVE_INFINITY);
  const at = flat.findIndex((layer) => typeof layer !== 'function' || FACTORY in layer);
  if (at !== -1) refuse(flat[at], `layer ${at + 1}${owner === undefined ? '' : ` of ${owner}`}`);
  return flat as Layer<Req, Res>[];
}

function refuse(layer: unknown, place: string): never {
  if (typeof layer === 'function') {
    throw new TypeError(
      `Invalid ${place}: expected middleware, got ${layer.name} without a call: write ${layer.name}()`,
    );
  }
  // Express 5 says "argument handler must be a function", Express 4 "[object Number]": people and tests search for both.
  const expected = 'argument handler must be a function (req, res, next) or (error, req, res, next)';
  const isEmpty = typeof layer === 'object' && layer !== null && Object.keys(layer).length === 0;
  const advice = isEmpty ? '. In a circular import, exports are empty at first.' : '';
  throw new TypeError(`Invalid ${place}: ${expected}, got ${Object.prototype.toString.call(layer)}${advice}`);
}
