import { pathnameOf } from '@nextpress/core';
import { Chain, type Next } from '@nextpress/middleware';
import type { Matcher } from '@nextpress/router';
import type { ChainFunction, Request, Response } from '../../types/application.ts';
import { checkDecoded, isDecoded } from '../path/path-params.ts';
import { NO_PREFIX } from '../path/regexp-matcher.ts';
import { LAYER_PATH, type StackLayer } from '../registration/layer.ts';
import { sendReturned } from '../registration/send-returned.ts';
import { type HookContext, hooksBefore } from '../scopes/hooks.ts';
import type { ScopeNode } from '../scopes/scope-node.ts';
import { recordMatch } from '../tracing/traced-function.ts';
import type { Instrument } from './instrument.ts';
import { runParamCallbacks } from './param-callbacks.ts';
import {
  type PlannedLayer,
  planForEveryPath,
  RUN,
  runInLayer,
  type Step,
  type StepRun,
} from './planned-chain.ts';

/** The scope of a layer, and the hooks before its routes. */
interface Surroundings extends Pick<PlannedLayer, 'owner' | 'context'> {
  /** Run before the layer, which does not know them. */
  readonly hooks: HookContext | undefined;
}

/** Plans a layer of `use`: one that has a prefix gets a {@link MountStep}. */
export function planMiddleware(
  placed: StackLayer,
  index: number,
  instrument: Instrument,
  { owner, context, hooks }: Surroundings,
): PlannedLayer[] {
  const prefix = placed[LAYER_PATH].matcher;
  const own = instrument.functionOf(placed);
  const layer = hooks === undefined ? own : afterHooks(own, hooks);
  if (prefix === undefined) return [planForEveryPath(layer, index, owner, context)];
  const scope = owner.hasParams ? owner : undefined;
  const step = new MountStep(prefix, layer, scope, instrument.isTracing ? placed : undefined);
  const planned = { index, layer, step, owner, context, prefix };
  if (scope === undefined || !prefix.captures) return [planned];
  // Express runs param callbacks even when it then skips the middleware.
  const skipped = { ...planned, layer: layer.length === 4 ? skipRequest : skipError };
  return [skipped, planned];
}

function afterHooks(layer: ChainFunction, context: HookContext): ChainFunction {
  const chain = new Chain([...hooksBefore(context), layer], RETURNING);
  return (req: Request & { readonly [RUN]?: StepRun }, res: Response, next: Next) => {
    const run = req[RUN];
    if (run === undefined) chain.run(req, res, next);
    else runInLayer(run, chain, next);
  };
}

const RETURNING = { onReturn: sendReturned };

const skipRequest: ChainFunction = (_req: Request, _res: Response, next: Next) => next();
const skipError: ChainFunction = (error: unknown, _req: Request, _res: Response, next: Next) => next(error);

/** Runs middleware after its prefix: `url` is the rest of the target, `baseUrl` includes the prefix, `params` its captures. */
class MountStep implements Step {
  readonly #prefix: Matcher;
  readonly #layer: ChainFunction;
  /** Has param callbacks; `undefined` if there are none. */
  readonly #scope: ScopeNode | undefined;
  readonly #traced: StackLayer | undefined;
  #alone: Chain<Request, Response> | undefined;

  constructor(
    prefix: Matcher,
    layer: ChainFunction,
    scope: ScopeNode | undefined,
    traced: StackLayer | undefined,
  ) {
    this.#prefix = prefix;
    this.#layer = layer;
    this.#scope = scope;
    this.#traced = traced;
  }

  enter(run: StepRun, layer: ChainFunction, next: Next, error: unknown): boolean {
    const { req, res, turn } = run;
    const match = this.#prefix.match(pathnameOf(req));
    // As in Express, a pending error comes before a decoding error.
    if (match === undefined) run.skip(next, error);
    else if (error && !isDecoded(match.params)) next(error);
    else {
      const { length, params } = match;
      checkDecoded(params, run);
      if (this.#traced !== undefined) recordMatch(req, this.#traced, pathnameOf(req));
      run.setParams(params);
      if (this.#scope !== undefined) {
        runParamCallbacks(run, this.#scope, Object.keys(params), (failed) => {
          // An error may have moved the request on while the callbacks ran.
          if (!failed && run.turn !== turn) return;
          if (failed || length === NO_PREFIX) next(error || failed);
          else {
            run.mount(length);
            this.#chainOf(layer).run(req, res, next, 0, error);
          }
        });
      } else if (length === NO_PREFIX) next(error);
      else {
        run.mount(length);
        return true;
      }
    }
    return false;
  }

  /** Catches errors of the layer when it runs after callbacks, which may be asynchronous. */
  #chainOf(layer: ChainFunction): Chain<Request, Response> {
    if (layer !== this.#layer) return new Chain([layer], RETURNING);
    this.#alone ??= new Chain([layer], RETURNING);
    return this.#alone;
  }
}
