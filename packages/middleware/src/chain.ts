/** @module Hot: runs once per request and layer. Bench: `pnpm --filter @nextpress/middleware bench`. */
import {
  type ErrorLayer,
  isErrorLayer,
  type Layer,
  type Message,
  type Next,
  type RequestLayer,
} from './layer.ts';
import { layerName, reportMisuse } from './misuse.ts';

/**
 * Receives the request that left the chain: with `undefined` past the last layer, with an error no layer handled,
 * or with `'router'`. `at` is the position of the layer that passed it on, `-1` for an empty chain. It hears of the request
 * again if a layer passes an error on late, or throws, while nothing has been answered.
 */
export type ChainEnd<Req, Res> = (error: unknown, req: Req, res: Res, at: number) => void;

/** How a chain is folded. */
export interface ChainOptions<Req extends Message = Message> {
  /**
   * Position of the first layer of the route at the chain's end. `next('route')` from there on leaves the chain,
   * before it only passes on; an error from before it skips the route, its error layers included.
   * @defaultValue 0, the whole chain is one route
   */
  readonly route?: number;
  /**
   * Whether a layer before the route that changes `req.url` or `req.method` ends the chain, so that the layers
   * after it can be found anew.
   * @defaultValue false
   */
  readonly rematch?: boolean;
  /**
   * Whether `req.next` is the `next` of the layer that is running, as Express's router has it.
   * @defaultValue false
   */
  readonly publish?: boolean;
  /**
   * Told before an error that comes late from a layer before the route goes on: layers that have changed the request for what
   * is in them will not be passed. `url` is what the chain began with.
   * @defaultValue nothing is done
   */
  readonly rewind?: (req: Req, url: string | undefined) => void;
}

/** Layers run one inside the other before the stack is let go, as in Express. */
const DEPTH = 100;

/**
 * Layers folded once, run for each request. `compose` is the form most code wants; a framework that needs
 * to know where a request left the chain uses this one.
 *
 * @example
 * ```ts
 * import { Chain, type Message, type Next } from '@nextpress/middleware';
 *
 * const pass = (_req: Message, _res: null, next: Next) => next();
 * const chain = new Chain<Message, null>([pass, (_req: Message, _res: null, next: Next) => next('route'), pass]);
 *
 * let left = -1;
 * chain.run({ url: '/' }, null, (_error, _req, _res, at) => { left = at; });
 * left; // => 1
 * ```
 */
export class Chain<Req extends Message, Res> {
  readonly layers: readonly Layer<Req, Res>[];
  readonly route: number;
  readonly rematch: boolean;
  readonly publish: boolean;
  readonly rewind: ((req: Req, url: string | undefined) => void) | undefined;
  /** For each position, that of the first request layer at or after it; the chain's length where there is none. */
  readonly toRequest: readonly number[];
  /** For each position, that of the first error layer that an error arriving there goes to. */
  readonly toError: readonly number[];

  constructor(layers: readonly Layer<Req, Res>[], options: ChainOptions<Req> = {}) {
    this.layers = layers;
    this.route = options.route ?? 0;
    this.rematch = options.rematch ?? false;
    this.publish = options.publish ?? false;
    this.rewind = options.rewind;
    this.toRequest = foldPositions(layers, layers.length, (layer) => !isErrorLayer(layer));
    this.toError = foldErrors(layers, this.route);
  }

  /** Runs the layers from position `from` on, with `error` pending if one is given; `end` hears of the way out. */
  run(req: Req, res: Res, end: ChainEnd<Req, Res>, from = 0, error?: unknown): void {
    const run = new Run(this, req, res, end);
    if (error) enterError(run, from, error);
    else enter(run, from);
  }
}

/** One request's way through a chain. */
class Run<Req extends Message, Res> {
  readonly chain: Chain<Req, Res>;
  readonly req: Req;
  readonly res: Res;
  readonly end: ChainEnd<Req, Res>;
  readonly url: string | undefined;
  readonly method: string | undefined;
  /** Position of the layer whose `next` counts; the length of the chain once the request has left it. */
  at = -1;
  depth = 0;

  constructor(chain: Chain<Req, Res>, req: Req, res: Res, end: ChainEnd<Req, Res>) {
    this.chain = chain;
    this.req = req;
    this.res = res;
    this.end = end;
    this.url = req.url;
    this.method = req.method;
  }
}

function enter<Req extends Message, Res>(run: Run<Req, Res>, from: number): void {
  const { layers, toRequest } = run.chain;
  const at = toRequest[from] ?? layers.length;
  if (at === layers.length) {
    leave(run, undefined, layers.length - 1);
    return;
  }
  run.at = at;
  const next: Next = (error) => pass(run, at, error);
  if (run.chain.publish) run.req.next = next;
  try {
    const result = (layers[at] as RequestLayer<Req, Res>)(run.req, run.res, next);
    if (isThenable(result)) watch(run, at, result);
  } catch (error) {
    fail(run, at, error);
  }
}

function enterError<Req extends Message, Res>(run: Run<Req, Res>, from: number, error: unknown): void {
  const { layers, toError } = run.chain;
  const at = toError[from] ?? layers.length;
  if (at === layers.length) {
    leave(run, error, from - 1);
    return;
  }
  run.at = at;
  const next: Next = (later) => pass(run, at, later);
  if (run.chain.publish) run.req.next = next;
  try {
    const result = (layers[at] as ErrorLayer<Req, Res>)(error, run.req, run.res, next);
    if (isThenable(result)) watch(run, at, result);
  } catch (thrown) {
    fail(run, at, thrown);
  }
}

function pass<Req extends Message, Res>(run: Run<Req, Res>, at: number, error: unknown): void {
  if (run.at !== at) late(run, at, error);
  else if (error) divert(run, at, error);
  else if (run.chain.rematch && at < run.chain.route && hasMoved(run)) leave(run, undefined, at);
  else if (descend(run)) enter(run, at + 1);
  else setImmediate(() => enter(run, at + 1));
}

/** The rare ways on: an error, `'route'` or `'router'`. */
function divert<Req extends Message, Res>(run: Run<Req, Res>, at: number, error: unknown): void {
  const { chain } = run;
  if (error === 'route' && at < chain.route) pass(run, at, undefined);
  else if (error === 'route') leave(run, undefined, at);
  else if (error === 'router') leave(run, error, at);
  else if (chain.rematch && at < chain.route && hasMoved(run)) leave(run, error, at);
  else if (descend(run)) enterError(run, at + 1, error);
  else setImmediate(() => enterError(run, at + 1, error));
}

/** A layer that has passed the request on calls again, throws or rejects: only an error may count. */
function late<Req extends Message, Res>(run: Run<Req, Res>, at: number, error: unknown): void {
  const { layers } = run.chain;
  if (!mayInterrupt(run, error)) reportMisuse(layers, at, error);
  // Between two layers, while the stack is let go.
  else if (run.at === -1) setImmediate(() => pass(run, at, error));
  else interrupt(run, at, error);
}

/** Takes the turn from the layer that has it, or, where the request has left the chain, from whoever has it then. */
function interrupt<Req extends Message, Res>(run: Run<Req, Res>, at: number, error: unknown): void {
  const { layers, route, rewind } = run.chain;
  if (at < route) rewind?.(run.req, run.url);
  if (run.at === layers.length) run.end(error, run.req, run.res, run.at - 1);
  // An error from before the route skips the rest of it.
  else if (at < route && run.at >= route) leave(run, error, run.at);
  else divert(run, run.at, error);
}

/** Whether an error takes the turn from whoever has it, as that of a time-out: while nobody answers or handles another. */
function mayInterrupt<Req extends Message, Res>({ chain, at, res }: Run<Req, Res>, error: unknown): boolean {
  if (!error || error === 'route' || error === 'router') return false;
  const holder = chain.layers[at];
  if (holder !== undefined && isErrorLayer(holder)) return false;
  return (res as { readonly headersSent?: boolean } | null)?.headersSent !== true;
}

/** Takes the turn from the layer that had it; `false` when the stack is to be let go first. */
function descend<Req extends Message, Res>(run: Run<Req, Res>): boolean {
  run.at = -1;
  if (++run.depth < DEPTH) return true;
  run.depth = 0;
  return false;
}

function leave<Req extends Message, Res>(run: Run<Req, Res>, error: unknown, at: number): void {
  run.at = run.chain.layers.length;
  run.end(error, run.req, run.res, at);
}

function hasMoved<Req extends Message, Res>(run: Run<Req, Res>): boolean {
  return run.req.url !== run.url || run.req.method !== run.method;
}

/** A throw or a rejection is always an error, also that of a falsy value. */
function fail<Req extends Message, Res>(run: Run<Req, Res>, at: number, thrown: unknown): void {
  const { layers } = run.chain;
  const error = thrown || new Error(`${layerName(layers, at)} threw ${String(thrown)}`);
  if (run.at === at) divert(run, at, error);
  else late(run, at, error);
}

function watch<Req extends Message, Res>(
  run: Run<Req, Res>,
  at: number,
  promise: PromiseLike<unknown>,
): void {
  promise.then(undefined, (reason) => fail(run, at, reason));
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return (
    typeof value === 'object' && value !== null && typeof (value as PromiseLike<unknown>).then === 'function'
  );
}

/** For each position, that of the first layer at or after it, before `end`, that is of the kind; else the length. */
function foldPositions<Req, Res>(
  layers: readonly Layer<Req, Res>[],
  end: number,
  isKind: (layer: Layer<Req, Res>) => boolean,
): number[] {
  const positions = new Array<number>(layers.length).fill(layers.length);
  let found = layers.length;
  for (let at = end - 1; at >= 0; at--) {
    if (isKind(layers[at] as Layer<Req, Res>)) found = at;
    positions[at] = found;
  }
  return positions;
}

/** An error from before the route never enters it; one from inside goes to the route's own error layers. */
function foldErrors<Req, Res>(layers: readonly Layer<Req, Res>[], route: number): number[] {
  const before = foldPositions(layers, route, isErrorLayer);
  const inside = foldPositions(layers, layers.length, isErrorLayer);
  // An error arrives at the position behind the layer it comes from.
  return inside.map((at, position) => (position <= route ? (before[position] as number) : at));
}
