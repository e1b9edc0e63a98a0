/** @module Hot: runs once per request and layer. Bench: `pnpm --filter @nextpress/middleware bench`. */
import type { Chain } from './chain.ts';
import type { ErrorLayer, Layer, Next, RequestLayer } from './layer.ts';
import { layerName, reportMisuse } from './misuse.ts';

/** Layers run one inside the other before the stack is unwound, as in Express. */
const MAX_DEPTH = 100;

/** No layer has the turn: the request has left the chain. */
const LEFT = -1;
/** No layer has the turn yet: the next one is entered once the stack has been unwound. */
const UNWINDING = -2;

/**
 * One request's way through a chain. All its layers share one position: an error continues after the layer that the request
 * has reached, whichever layer passes it on and whenever it does. Only the layer that was entered last may pass the request
 * on without an error; otherwise a repeated `next()` would skip a guard that has not decided yet.
 *
 * A framework extends it to decide how layers are called and what happens after the last one.
 */
export abstract class Run<Req, Res> {
  chain: Chain<Req, Res>;
  readonly req: Req;
  readonly res: Res;
  /** Position of the layer that the request has reached. */
  at = -1;
  /** Makes turns of different chains different: see {@link Run.switchTo}. */
  offset = 0;
  /** The layer that may pass the request on: its position plus `offset`. */
  turn: number = LEFT;
  /** The layer that an error took the turn from: its own `next()` comes too late, and is no mistake. */
  interrupted: number = LEFT;
  depth = 0;

  constructor(chain: Chain<Req, Res>, req: Req, res: Res) {
    this.chain = chain;
    this.req = req;
    this.res = res;
  }

  /** Called when the layer at `at` has passed the request on: calls {@link Run.advance}, or ends the run. */
  abstract pass(error: unknown): void;

  /** Called after the last layer; `at` is the position of the one that passed the request on. */
  abstract leave(error: unknown, at: number): void;

  /** Called when an error takes the turn from the layer that has it, or comes after the request has left. */
  interrupt(error: unknown): void {
    this.advance(this.at + 1, error);
  }

  /** Calls the request layer at `at`. */
  callRequest(layer: RequestLayer<Req, Res>, next: Next): unknown {
    return layer(this.req, this.res, next);
  }

  /** Calls the error layer at `at`. */
  callError(layer: ErrorLayer<Req, Res>, error: unknown, next: Next): unknown {
    return layer(error, this.req, this.res, next);
  }

  /** Continues with the layers of another chain, from position `from` on. */
  switchTo(chain: Chain<Req, Res>, from: number, error: unknown): void {
    this.offset += this.chain.layers.length;
    this.chain = chain;
    this.at = from - 1;
    this.advance(from, error);
  }

  /** Enters the first layer from position `from` on that handles requests, or errors if there is one. */
  advance(from: number, error: unknown): void {
    if (++this.depth < MAX_DEPTH) {
      enter(this, from, error);
      return;
    }
    this.depth = 0;
    this.turn = UNWINDING;
    setImmediate(enterUnwound, this, from, error);
  }

  /** Ends the run from outside: no layer may pass the request on anymore. */
  cancel(): void {
    if (this.turn >= 0) this.interrupted = this.turn;
    this.turn = LEFT;
  }
}

function enterUnwound<Req, Res>(run: Run<Req, Res>, from: number, error: unknown): void {
  if (run.turn === UNWINDING) enter(run, from, error);
}

function enter<Req, Res>(run: Run<Req, Res>, from: number, error: unknown): void {
  const { layers, toRequest, toError } = run.chain;
  const at = (error ? toError[from] : toRequest[from]) ?? layers.length;
  if (at === layers.length) {
    run.at = at;
    run.turn = LEFT;
    run.leave(error, from - 1);
    return;
  }
  const turn = run.offset + at;
  run.at = at;
  run.turn = turn;
  const next: Next = (out) => passOn(run, turn, out);
  try {
    const result = error
      ? run.callError(layers[at] as ErrorLayer<Req, Res>, error, next)
      : run.callRequest(layers[at] as RequestLayer<Req, Res>, next);
    if (isThenable(result)) watch(run, turn, result);
  } catch (thrown) {
    fail(run, turn, thrown);
  }
}

function passOn<Req, Res>(run: Run<Req, Res>, turn: number, error: unknown): void {
  if (run.turn === turn) {
    run.turn = LEFT;
    run.pass(error);
  } else if (!error || error === 'route' || error === 'router') reportLate(run, turn);
  else if (run.turn === UNWINDING) setImmediate(passOn, run, turn, error);
  else {
    run.cancel();
    run.interrupt(error);
  }
}

function reportLate<Req, Res>({ chain, offset, interrupted }: Run<Req, Res>, turn: number): void {
  // The layers of a chain that the run has switched from are no longer known by position.
  if (turn !== interrupted && turn >= offset) reportMisuse(chain.layers, turn - offset);
}

/** A throw is always an error, also that of a falsy value: a guard that throws must not let a request pass. */
function fail<Req, Res>(run: Run<Req, Res>, turn: number, thrown: unknown): void {
  passOn(run, turn, thrown || new Error(`${nameOf(run, turn)} threw ${String(thrown)}`));
}

function watch<Req, Res>(run: Run<Req, Res>, turn: number, promise: PromiseLike<unknown>): void {
  promise.then(undefined, (reason) => passOn(run, turn, reason || new Error('Rejected promise')));
}

function nameOf<Req, Res>({ chain, offset }: Run<Req, Res>, turn: number): string {
  return turn < offset ? 'a layer' : layerName(chain.layers as readonly Layer<Req, Res>[], turn - offset);
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  const isObject = (typeof value === 'object' && value !== null) || typeof value === 'function';
  return isObject && typeof (value as PromiseLike<unknown>).then === 'function';
}
