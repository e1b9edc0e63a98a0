import { Chain, type Next, type Run } from '@nextpress/middleware';
import type { Params } from '@nextpress/router';
import type { Request, Response, ServerLayer } from '../../types.ts';
import type { CalledParam, ParamCallbacks } from './param-callbacks.ts';

/** The part of a run that steps use. */
export interface StepRun {
  readonly req: Request;
  readonly res: Response;
  readonly paramCallbacks: ParamCallbacks;
  /** The params captured by each route of the chain. */
  readonly captured: readonly Params[];
  /** The param callbacks that have run. */
  called: Map<string, CalledParam> | undefined;
  /** The run of the handlers of the last route with several, which development names in warnings. */
  inRoute: Run<Request, Response> | undefined;
  /** Sets `req.params`. */
  setParams(captured: Params): void;
  /** Removes a matched prefix from `req.url`. */
  mount(length: number): void;
  /** Whether to ignore an error of a callback that has already called `next()`. */
  isErrorTooLate(): boolean;
  /** Continues after a layer that does not match. */
  skip(next: Next, error?: unknown): void;
}

/** Runs before a layer, or instead of it: compares a prefix, sets params. */
export interface Step {
  enter(run: StepRun, layer: ServerLayer, next: Next, error: unknown): unknown;
}

/** A layer at its place in the stack. */
export interface PlannedLayer {
  readonly place: number;
  /** Its number of parameters decides whether it handles requests or errors. */
  readonly layer: ServerLayer;
  /** `undefined` for middleware without a prefix. */
  readonly step: Step | undefined;
}

/** The layers of a stack that may run for some requests, up to the place `end`. */
export class PlannedChain extends Chain<Request, Response> {
  /** The place of each layer in the stack. */
  readonly places: readonly number[];
  readonly steps: readonly (Step | undefined)[];
  readonly end: number;

  constructor(planned: readonly PlannedLayer[], end: number) {
    super(planned.map(({ layer }) => layer));
    this.places = planned.map(({ place }) => place);
    this.steps = planned.map(({ step }) => step);
    this.end = end;
  }

  /** The position of the first layer at or after a place in the stack; the length of the chain when there is none. */
  positionOf(place: number): number {
    if (place === 0) return 0;
    const position = this.places.findIndex((other) => other >= place);
    return position === -1 ? this.places.length : position;
  }
}
