import { Chain, type Next, type Run } from '@nextpress/middleware';
import type { Matcher, Params } from '@nextpress/router';
import type { ChainFunction, Request, Response } from '../../types/application.ts';
import type { Dialect } from '../dialect.ts';
import type { PrefixNode } from '../path/prefix-index.ts';
import type { HookContext } from '../scopes/hooks.ts';
import type { ScopeNode } from '../scopes/scope-node.ts';
import type { ParamRun } from './param-callbacks.ts';

/** The key of the innermost run that a request is in. */
export const RUN: unique symbol = Symbol('run');

/** The part of a run that steps use. */
export interface StepRun extends ParamRun {
  /** The request's dialect. */
  readonly dialect: Dialect;
  /** The params captured by each route of the chain. */
  readonly captured: readonly Params[];
  /** The layer that may continue: see `Run.turn`. */
  readonly turn: number;
  /** The nested run of the current layer (e.g. a route's handlers); cancelled when the request moves on. */
  inLayer: Run<Request, Response> | undefined;
  /** Sets `req.params`. */
  setParams(captured: Params): void;
  /** Removes a matched prefix from `req.url`. */
  mount(length: number): void;
  /** Calls the `onError` hooks, once for each error. */
  observeError(error: unknown): void;
  /** Continues after a layer that does not match. */
  skip(next: Next, error?: unknown): void;
}

/** Runs the functions of the current layer. */
export function runInLayer(run: StepRun, chain: Chain<Request, Response>, next: Next): void {
  const inner = chain.begin(run.req, run.res, next);
  run.inLayer = inner;
  inner.advance(0, undefined);
}

/** Prepares the call of a layer: compares a prefix, sets params. */
export interface Step {
  /** Returns whether to call the layer; otherwise the step continues with `next` itself. */
  enter(run: StepRun, layer: ChainFunction, next: Next, error: unknown): boolean;
}

/** The stack index of the `onRequest` hooks, with which a chain begins. */
export const BEFORE_ALL = -1;

/** A layer of the stack, as a chain runs it. */
export interface PlannedLayer {
  /** Index in the stack. */
  readonly index: number;
  /** Its number of parameters decides whether it handles requests or errors. */
  readonly layer: ChainFunction;
  /** `undefined` for middleware without a prefix. */
  readonly step: Step | undefined;
  readonly owner: ScopeNode;
  /** If it is a router: the hooks before its routes; `undefined` if there are none, or they have run. */
  readonly context: HookContext | undefined;
  /** For middleware; `undefined` if it runs for every path, or compares the path only in its step. */
  readonly prefix: Matcher | undefined;
}

/** Plans a function that runs for every path: a hook, or a not-found handler. */
export function planForEveryPath(
  layer: ChainFunction,
  index: number,
  owner: ScopeNode,
  context: HookContext | undefined,
): PlannedLayer {
  return { index, layer, step: undefined, owner, context, prefix: undefined };
}

/** The layers of a stack that run for the requests of a scope, before stack index `end`. */
export class PlannedChain extends Chain<Request, Response> {
  readonly planned: readonly PlannedLayer[];
  /** The `onRequest` hooks that it begins with. */
  readonly hooks: readonly PlannedLayer[];
  readonly scope: ScopeNode;
  readonly end: number;
  /** Whether hooks of the response may apply to its requests. */
  readonly hasResponseHooks: boolean;

  constructor(
    hooks: readonly PlannedLayer[],
    after: readonly PlannedLayer[],
    scope: ScopeNode,
    end: number,
    hasResponseHooks: boolean,
  ) {
    const planned = hooks.concat(after);
    super(planned.map(({ layer }) => layer));
    this.planned = planned;
    this.hooks = hooks;
    this.scope = scope;
    this.end = end;
    this.hasResponseHooks = hasResponseHooks;
  }

  /** Stack index of the layer at `position`; past the end, the chain's last index. */
  indexOf(position: number): number {
    return this.planned[position]?.index ?? this.end - 1;
  }

  /** Position of the first layer at or after a stack index; the length of the chain if there is none. */
  positionOf(index: number): number {
    const position = this.planned.findIndex((layer) => layer.index >= index);
    return position === -1 ? this.planned.length : position;
  }

  /** The layers from a stack index on, after some hooks. */
  startingAt(index: number, hooks: readonly PlannedLayer[]): PlannedChain {
    const rest = this.planned.slice(this.positionOf(index));
    return new PlannedChain(hooks, rest, this.scope, this.end, this.hasResponseHooks);
  }
}

/** The layers up to a route. */
export interface FirstChain {
  readonly chain: PlannedChain;
  /** The prefixes that all paths of the route have. */
  readonly prefixes: PrefixNode<PlannedLayer>;
  /** Whether some of its paths have more prefixes, and so another chain. */
  readonly varies: boolean;
}
