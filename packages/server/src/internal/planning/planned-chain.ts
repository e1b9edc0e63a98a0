import { Chain, type Next, type Run } from '@nextpress/middleware';
import type { Params } from '@nextpress/router';
import type { Request, Response, ServerLayer } from '../../types.ts';
import type { HookContext } from '../scopes/hooks.ts';
import type { ScopeNode } from '../scopes/scope-node.ts';
import type { CalledParams } from './param-callbacks.ts';

/** The key of the innermost run that a request is in. */
export const RUN: unique symbol = Symbol('run');

/** The part of a run that steps use. */
export interface StepRun {
  readonly req: Request;
  readonly res: Response;
  /** The params captured by each route of the chain. */
  readonly captured: readonly Params[];
  /** The param callbacks that have run. */
  called: CalledParams | undefined;
  /** The run of the handlers of the last route with several, which development names in warnings. */
  inRoute: Run<Request, Response> | undefined;
  /** The scope that the request is in; `undefined` when the stack has no scopes. */
  scope(): ScopeNode | undefined;
  /** Sets `req.params`. */
  setParams(captured: Params): void;
  /** Removes a matched prefix from `req.url`. */
  mount(length: number): void;
  /** Whether to ignore an error of a callback that has already called `next()`. */
  isErrorTooLate(): boolean;
  /** Prepares the response for the `onSend` and `onResponse` hooks, once. */
  startResponseHooks(): void;
  /** Calls the `onError` hooks, once for each error. */
  observeError(error: unknown): void;
  /** Continues after a layer that does not match. */
  skip(next: Next, error?: unknown): void;
}

/** Runs before a layer, or instead of it: compares a prefix, sets params. */
export interface Step {
  enter(run: StepRun, layer: ServerLayer, next: Next, error: unknown): unknown;
}

/** The place of the hooks with which a chain begins. */
export const BEFORE_ALL = -1;

/** A layer at its place in the stack. */
export interface PlannedLayer {
  readonly place: number;
  /** Its number of parameters decides whether it handles requests or errors. */
  readonly layer: ServerLayer;
  /** `undefined` for middleware without a prefix. */
  readonly step: Step | undefined;
}

/** A layer with its scope. */
export interface OwnedLayer extends PlannedLayer {
  readonly owner: ScopeNode;
  readonly isRoute: boolean;
  /** The hooks around the routes of a router that it may be. */
  readonly context: HookContext | undefined;
}

/** What a chain knows about the scopes of its layers. */
export interface ChainScopes {
  /** For each layer, the scope of a request that has reached it: that of the next route, or that of the layer. */
  readonly targets: readonly ScopeNode[];
  /** For each layer, the first place after the layers of its scope; `undefined` for layers of the root. */
  readonly exits: readonly (number | undefined)[];
  /** For each layer, the hooks around the routes of a router that it is; `undefined` in a stack without such hooks. */
  readonly contexts: readonly (HookContext | undefined)[] | undefined;
  /** How many hooks of `onRequest` the chain begins with. */
  readonly hookCount: number;
}

/** The layers of a stack that may run for some requests, up to the place `end`. */
export class PlannedChain extends Chain<Request, Response> {
  /** The place of each layer in the stack. */
  readonly places: readonly number[];
  readonly steps: readonly (Step | undefined)[];
  readonly end: number;
  /** `undefined` in a stack without scopes and hooks. */
  readonly scopes: ChainScopes | undefined;

  constructor(planned: readonly PlannedLayer[], end: number, scopes?: ChainScopes) {
    super(planned.map(({ layer }) => layer));
    this.places = planned.map(({ place }) => place);
    this.steps = planned.map(({ step }) => step);
    this.end = end;
    this.scopes = scopes;
  }

  /** The layers from a place on, after some of the hooks, given by their positions. */
  startingAt(place: number, hooks: readonly number[]): PlannedChain {
    const from = this.positionOf(place);
    const positions = [...hooks, ...[...this.layers.keys()].slice(from)];
    const pick = <T>(values: readonly T[]): T[] => positions.map((at) => values[at] as T);
    const steps = pick(this.steps);
    const places = pick(this.places);
    const planned = pick(this.layers).map((layer, at) => ({
      place: at < hooks.length ? place - 1 : (places[at] as number),
      layer,
      step: steps[at],
    }));
    if (this.scopes === undefined) return new PlannedChain(planned, this.end);
    const { targets, exits, contexts } = this.scopes;
    return new PlannedChain(planned, this.end, {
      targets: pick(targets),
      exits: pick(exits),
      contexts: contexts && pick(contexts),
      hookCount: hooks.length,
    });
  }

  /** The position of the first layer at or after a place in the stack; the length of the chain when there is none. */
  positionOf(place: number): number {
    const position = this.places.findIndex((other) => other >= place);
    return position === -1 ? this.places.length : position;
  }
}
