import type { Next } from '@nextpress/middleware';
import { NO_PARAMS } from '@nextpress/router';
import type { ErrorHandler, ServerLayer } from '../../types.ts';
import type { ScopeNode } from '../scopes/scope-node.ts';
import type { PlannedLayer, Step, StepRun } from './planned-chain.ts';

/** Limits an error handler to the errors of its scope. Other layers stay as they are. */
export function limitToScope(planned: PlannedLayer, scope: ScopeNode): PlannedLayer {
  if (planned.layer.length !== 4) return planned;
  return { ...planned, step: new ScopedErrorStep(scope, planned.step) };
}

class ScopedErrorStep implements Step {
  readonly #scope: ScopeNode;
  readonly #step: Step | undefined;

  constructor(scope: ScopeNode, step: Step | undefined) {
    this.#scope = scope;
    this.#step = step;
  }

  enter(run: StepRun, layer: ServerLayer, next: Next, error: unknown): unknown {
    const scope = run.scope();
    if (scope === undefined || !this.#scope.contains(scope)) return run.skip(next, error);
    if (this.#step !== undefined) return this.#step.enter(run, layer, next, error);
    run.setParams(NO_PARAMS);
    return (layer as ErrorHandler)(error, run.req, run.res, next);
  }
}
