/**
 * Passes control on. Without an argument, or with a falsy one: to the next layer. `'route'` leaves the chain,
 * `'router'` leaves the one around it too; anything else is an error and goes to the next error layer.
 */
export type Next = (error?: unknown) => void;

/** A layer for requests: answers, or calls `next`. A promise it returns is watched for its rejection. */
export type RequestLayer<Req, Res> = (req: Req, res: Res, next: Next) => unknown;

/** A layer for errors, known by its four declared parameters. Runs only while an error is pending. */
export type ErrorLayer<Req, Res> = (error: unknown, req: Req, res: Res, next: Next) => unknown;

/** Either kind of layer; which one is decided by `length`, as Express does. */
export type Layer<Req, Res> = RequestLayer<Req, Res> | ErrorLayer<Req, Res>;

/** Layers in order; nested lists are flattened. */
export type LayerList<Req, Res> = readonly (Layer<Req, Res> | LayerList<Req, Res>)[];

/** Whether the function declares the four parameters of an error layer. */
export function isErrorLayer<Req, Res>(layer: Layer<Req, Res>): layer is ErrorLayer<Req, Res> {
  return layer.length === 4;
}

/** Whether the function handles requests. One of five parameters or more is neither and never runs, as in Express. */
export function isRequestLayer<Req, Res>(layer: Layer<Req, Res>): layer is RequestLayer<Req, Res> {
  return layer.length < 4;
}

/**
 * Flattens nested lists into one and checks every element.
 *
 * @param owner - what the layers were given to, as an error names it
 * @throws TypeError when an element is not a function
 */
export function flattenLayers<Req, Res>(layers: LayerList<Req, Res>, owner?: string): Layer<Req, Res>[] {
  const flat = (layers as readonly unknown[]).flat(Number.POSITIVE_INFINITY);
  const of = owner === undefined ? '' : ` of ${owner}`;
  for (const [at, layer] of flat.entries()) checkLayer(layer, `layer ${at + 1}${of}`);
  return flat as Layer<Req, Res>[];
}

/** Marks a function that makes middleware, so that it is not registered in place of what it makes. */
const FACTORY: unique symbol = Symbol.for('nextpress.factory') as never;

function checkLayer(layer: unknown, place: string): void {
  if (typeof layer === 'function') {
    if (!(FACTORY in layer)) return;
    throw new TypeError(`${place} is ${layer.name}, which is a factory: write ${layer.name}()`);
  }
  const got = layer === null ? 'null' : Array.isArray(layer) ? 'an array' : `a value of type ${typeof layer}`;
  throw new TypeError(`${place} is ${got}: write a function (req, res, next) or (error, req, res, next)`);
}
