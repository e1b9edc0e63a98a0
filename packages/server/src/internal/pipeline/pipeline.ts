/** @module Hot: runs once per request. Bench: `pnpm bench`. */
import type { ChainEnd } from '@nextpress/middleware';
import type { ParamCallback } from '../../handler.ts';
import type { ParamsDictionary, Request, Response } from '../../messages.ts';
import { notePassed } from '../answer/answer-unmatched.ts';
import type { ExpressVersion } from '../application/settings-store.ts';
import { isDecoded } from '../path/path-params.ts';
import type { PathRules } from '../path/path-rules.ts';
import { isPlacedLayer, type Layer, type PlacedLayer } from '../registration/layer.ts';
import { observe } from '../registration/observe.ts';
import { createStack } from '../registration/stack.ts';
import { type Plan, planStack } from './plan.ts';
import { resume, resumeUnmatched } from './resume.ts';
import { CAPTURED, type RoutedRequest } from './route-params.ts';

/** Receives a request that the whole stack has passed on, with the error that nothing handled. */
export type Done = (error: unknown, req: Request, res: Response) => void;

/** How a pipeline is made. */
export interface PipelineOptions {
  /** Asked once, before the first path is compiled: settings made later don't count, as in Express. */
  readonly rules: () => PathRules;
  /** The version of Express that the router behaves like; `undefined` for `createServer()` and its `Router`. */
  readonly expressVersion?: ExpressVersion | undefined;
  readonly mergesParams: boolean;
  /** Whether layers leave their names with the requests they get. */
  readonly traces: boolean;
  /** Takes requests past the end of the stack of an application that isn't mounted. */
  readonly answer?: Done;
}

/** The stack of an application or a router, and the plan worked out from it. */
export class Pipeline {
  readonly params: Map<string, ParamCallback[]> = new Map();
  readonly expressVersion: ExpressVersion | undefined;
  readonly mergesParams: boolean;
  readonly traces: boolean;
  /** Takes requests past the end of the stack when there is nothing around it. */
  readonly answer: Done;
  /** Whether a run has to remember something: see `visit.ts`. */
  visits: boolean;
  readonly #changed = (): void => this.changed();
  readonly #readRules: () => PathRules;
  #stack: PlacedLayer[] = createStack(isPlacedLayer, this.#changed);
  #rules: PathRules | undefined;
  #plan: Plan | undefined;

  constructor({ rules, expressVersion, mergesParams, traces, answer }: PipelineOptions) {
    this.expressVersion = expressVersion;
    this.traces = traces;
    this.mergesParams = mergesParams;
    this.visits = mergesParams;
    this.#readRules = rules;
    this.answer = (error, req, res) => {
      if (error === undefined && notePassed(this.plan(), req, res)) return;
      answer?.(error, req, res);
    };
  }

  get rules(): PathRules {
    this.#rules ??= this.#readRules();
    return this.#rules;
  }

  /** The layers in order. User code may change the list and the layers in it: the next request finds a new plan. */
  get stack(): PlacedLayer[] {
    return this.#stack;
  }

  set stack(layers: Layer[]) {
    this.#stack = createStack(isPlacedLayer, this.#changed, layers);
    this.changed();
  }

  /** Appends to the stack. */
  append(layer: PlacedLayer): void {
    this.stack.push(observe(layer, this.#changed));
  }

  /** Adds a callback for a param, behind those that it has. */
  addParam(name: string, callback: ParamCallback): void {
    const callbacks = this.params.get(name);
    if (callbacks === undefined) this.params.set(name, [callback]);
    else callbacks.push(callback);
    this.visits = true;
    this.changed();
  }

  changed(): void {
    this.#plan = undefined;
  }

  plan(): Plan {
    this.#plan ??= planStack(this, (origins) => endOf(this, origins, this.answer));
    return this.#plan;
  }
}

/** Runs what the stack has for a request, and hands it to `done` if all of it passes the request on. */
export function runPipeline(pipeline: Pipeline, req: Request, res: Response, done: Done): void {
  const pathname = req.pathname;
  const match = pipeline.plan().router.find(req.method as string, pathname);
  if (match === undefined) {
    resumeUnmatched(pipeline, req, res, done);
    return;
  }
  const route = match.value;
  if (route.captures && pathname.includes('%') && !isDecoded(match.params)) {
    resume(pipeline, req, res, done, 0, undefined);
    return;
  }
  if (route.deferred) (req as RoutedRequest)[CAPTURED] = match.params;
  else {
    req.params = match.params as ParamsDictionary;
    req.route = route.route;
  }
  route.chain.run(req, res, done === pipeline.answer ? route.end : endOf(pipeline, route.origins, done));
}

function endOf(pipeline: Pipeline, origins: readonly number[], done: Done): ChainEnd<Request, Response> {
  return (error, req, res, at) => {
    resume(pipeline, req, res, done, (origins[at] as number) + 1, error);
  };
}
