import type { Path } from '../path/path-matcher.ts';
import type { Instrument } from '../planning/instrument.ts';
import type { FinalHandler, Pipeline } from '../planning/pipeline.ts';
import type { Plan } from '../planning/plan.ts';
import type { PlacedLayer } from '../registration/layer.ts';
import type { RunPipeline } from '../running/run.ts';
import type { HookContext } from '../scopes/hooks.ts';

/** Where an explained request enters a stack. */
export interface Visit {
  readonly origin: Pipeline;
  /** The patterns of the mounts outside. */
  readonly prefix: Path;
  readonly depth: number;
  /** The path of the request inside the mounts. */
  readonly pathname: string;
}

/** A stack that an explained request is in. It differs from the stack of a real request in the functions of its plan. */
export class DryPipeline implements RunPipeline {
  readonly visit: Visit;
  /** The layers, routes, hooks and param callbacks that have run. */
  readonly ran: Set<object> = new Set();
  readonly respond: FinalHandler;

  constructor(visit: Visit, respond: FinalHandler) {
    this.visit = visit;
    this.respond = respond;
  }

  get expressVersion(): Pipeline['expressVersion'] {
    return this.visit.origin.expressVersion;
  }

  get mergesParams(): boolean {
    return this.visit.origin.mergesParams;
  }

  get layers(): readonly PlacedLayer[] {
    return this.visit.origin.layers;
  }

  /** The errors of replaced functions are not reported. */
  log(): void {}

  plan(instrument: Instrument, outside?: HookContext): Plan {
    return this.visit.origin.plan(instrument, outside);
  }

  methodsFor(pathname: string, except?: string): string[] {
    return this.visit.origin.methodsFor(pathname, except);
  }
}
