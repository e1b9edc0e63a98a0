/** @module Hot: runs once per request and layer. Bench: `npm run bench -- middleware`. */

import { setImmediate } from 'node:timers';
import { isThenable } from './is-thenable.ts';
import type { ErrorLayer, Layer, Next, RequestLayer } from './layer.ts';
import { layerName, reportLateError, reportRepeatedNext } from './misuse.ts';

/** How many layers may nest before the stack is unwound, as in Express. */
const MAX_DEPTH = 100;

/** The request has left the chain, and no layer may continue it. */
const LEFT = -1;
/** The next layer is entered once the stack is unwound. */
const UNWINDING = -2;

/** The layers of a run. `Chain` prepares them. */
export interface RunLayers<Req, Res> {
  readonly layers: readonly Layer<Req, Res>[];
  /** For each position, the first request layer at or after it; the number of layers if there is none. */
  readonly toRequest: readonly number[];
  /** For each position, the first error layer at or after it; the number of layers if there is none. */
  readonly toError: readonly number[];
}

/**
 * The run of one request through a chain. All layers share one position: an error from any layer continues after the
 * last layer that was entered. Only that layer may continue without an error; otherwise a repeated `next()` would skip
 * a guard that is still pending.
 *
 * A framework extends this class to change how layers are called and what happens after the last one.
 */
export abstract class Run<Req, Res> {
  chain: RunLayers<Req, Res>;
  readonly req: Req;
  readonly res: Res;
  /** The position of the last layer that was entered. */
  at = -1;
  /** Distinguishes the turns of different chains: see {@link Run.switchTo}. */
  offset = 0;
  /** The layer that may continue: its position plus `offset`. */
  turn: number = LEFT;
  /** The layers whose turns were taken by errors. Their own late `next()` is not reported. */
  interrupted: Set<number> | undefined = undefined;
  depth = 0;

  constructor(chain: RunLayers<Req, Res>, req: Req, res: Res) {
    this.chain = chain;
    this.req = req;
    this.res = res;
  }

  /** Called when the layer at `at` calls `next`: calls {@link Run.advance}, or ends the run. */
  abstract pass(error: unknown): void;

  /** Called after the last layer. `at` is the position of the layer that called `next`. */
  abstract afterLast(error: unknown, at: number): void;

  /** Called when an error takes another layer's turn, or comes after the request has left. */
  interrupt(error: unknown): void {
    this.advance(this.at + 1, error);
  }

  /** Whether to ignore an error from a layer that has already called `next()`. */
  isErrorTooLate(): boolean {
    return false;
  }

  /**
   * Called with the value that a request layer returned or resolved to, if the layer takes no `next` and has not
   * continued. An error thrown here counts as the layer's.
   *
   * @param _value - neither `undefined` nor the response
   */
  returned(_value: unknown): void {}

  /** Calls the request layer at `at`. */
  callRequest(layer: RequestLayer<Req, Res>, next: Next): unknown {
    return layer(this.req, this.res, next);
  }

  /** Calls the error layer at `at`. */
  callError(layer: ErrorLayer<Req, Res>, error: unknown, next: Next): unknown {
    return layer(error, this.req, this.res, next);
  }

  /** Continues with the layers of another chain, from position `from`. */
  switchTo(chain: RunLayers<Req, Res>, from: number, error: unknown): void {
    this.offset += this.chain.layers.length;
    this.chain = chain;
    this.at = from - 1;
    this.advance(from, error);
  }

  /** Enters the first layer at or after `from` that handles requests, or errors if one is pending. */
  advance(from: number, error: unknown): void {
    if (++this.depth === MAX_DEPTH) {
      this.depth = 0;
      this.turn = UNWINDING;
      setImmediate(advanceUnwound, this, from, error);
      return;
    }
    const { layers, toRequest, toError } = this.chain;
    const at = (error ? toError[from] : toRequest[from]) ?? layers.length;
    this.at = at;
    if (at === layers.length) {
      this.turn = LEFT;
      this.afterLast(error || undefined, from - 1);
      return;
    }
    const turn = this.offset + at;
    this.turn = turn;
    const next: Next = (out) => continueFrom(this, turn, out);
    try {
      const result = error
        ? this.callError(layers[at] as ErrorLayer<Req, Res>, error, next)
        : this.callRequest(layers[at] as RequestLayer<Req, Res>, next);
      if (result === undefined || result === this.res) return;
      if (isThenable(result)) watch(this, turn, result);
      else takeReturned(this, turn, result);
    } catch (thrown) {
      fail(this, turn, thrown);
    }
  }

  /** Ends the run: no layer may continue the request any more. */
  cancel(): void {
    if (this.turn >= 0) {
      this.interrupted ??= new Set();
      this.interrupted.add(this.turn);
    }
    this.turn = LEFT;
  }
}

function advanceUnwound<Req, Res>(run: Run<Req, Res>, from: number, error: unknown): void {
  if (run.turn === UNWINDING) run.advance(from, error);
}

function continueFrom<Req, Res>(run: Run<Req, Res>, turn: number, error: unknown): void {
  if (run.turn === turn) {
    run.turn = LEFT;
    run.pass(error);
  } else if (isPassing(error)) reportLate(run, turn);
  else if (run.turn === UNWINDING) setImmediate(continueFrom, run, turn, error);
  else if (run.isErrorTooLate()) reportLateError(error);
  else {
    run.cancel();
    run.interrupt(error);
  }
}

function reportLate<Req, Res>({ chain, offset, interrupted }: Run<Req, Res>, turn: number): void {
  // A turn below the offset belongs to a previous chain, whose layers are unknown.
  if (!interrupted?.has(turn) && turn >= offset) reportRepeatedNext(chain.layers, turn - offset);
}

/**
 * Only a call to `next` may continue: a guard that throws must never let a request pass, even with a value such as
 * `'route'`.
 */
function fail<Req, Res>(run: Run<Req, Res>, turn: number, thrown: unknown): void {
  const error = isPassing(thrown)
    ? new Error(`${nameOf(run, turn)} threw ${String(thrown)}`, { cause: thrown })
    : thrown;
  continueFrom(run, turn, error);
}

function watch<Req, Res>(run: Run<Req, Res>, turn: number, promise: PromiseLike<unknown>): void {
  const reject = (reason: unknown): void => {
    continueFrom(run, turn, isPassing(reason) ? new Error('Rejected promise', { cause: reason }) : reason);
  };
  promise.then((value) => {
    if (value === undefined || value === run.res) return;
    try {
      takeReturned(run, turn, value);
    } catch (thrown) {
      fail(run, turn, thrown);
    }
  }, reject);
}

function takeReturned<Req, Res>(run: Run<Req, Res>, turn: number, value: unknown): void {
  if (run.turn !== turn) return;
  const { length } = run.chain.layers[turn - run.offset] as Layer<Req, Res>;
  if (length < 3) run.returned(value);
}

/** Whether `next` treats a value as a command to continue rather than an error. */
function isPassing(value: unknown): boolean {
  return !value || value === 'route' || value === 'router';
}

function nameOf<Req, Res>({ chain, offset }: Run<Req, Res>, turn: number): string {
  return turn < offset ? 'a layer' : layerName(chain.layers, turn - offset);
}
