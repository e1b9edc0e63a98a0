/** @module Cold: records what an explained request runs through. */

import { PAYLOAD_HOOK, type PayloadHook } from '@nextpress/core';
import type { Response } from '../../types/application.ts';
import type { ExplainedStep, SkippedStep } from '../../types/inspecting.ts';
import type { Dialect, FinalHandler } from '../dialect.ts';
import type { Instrument } from '../planning/instrument.ts';
import type { RunRegistry } from '../planning/layer-registry.ts';
import type { Plan } from '../planning/plan.ts';
import type { StackLayer } from '../registration/layer.ts';
import type { HookContext } from '../scopes/hooks.ts';
import { identify, type Visit } from './describe-step.ts';

/** A stack that an explained request is in. It differs from the stack of a real request in the functions of its plan. */
export class DryRegistry implements RunRegistry {
  readonly visit: Visit;
  /** The layers, routes, hooks and param callbacks that have run. */
  readonly ran: Set<object> = new Set();
  readonly recording: Recording;
  readonly respond: FinalHandler;

  constructor(visit: Visit, recording: Recording, respond: FinalHandler) {
    this.visit = visit;
    this.recording = recording;
    this.respond = respond;
  }

  get dialect(): Dialect {
    return this.visit.origin.dialect;
  }

  get mergesParams(): boolean {
    return this.visit.origin.mergesParams;
  }

  get layers(): readonly StackLayer[] {
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

type HookedResponse = Response & { [PAYLOAD_HOOK]?: PayloadHook | undefined };

const NEVER: FinalHandler = () => {};

/** Everything that an explained request has run through. */
export class Recording {
  readonly runs: ExplainedStep[] = [];
  readonly shadowed: SkippedStep[] = [];
  /** The stacks that the request has entered. */
  readonly visited: DryRegistry[] = [];
  /** The function that responds. */
  ending: ExplainedStep | undefined;

  /** Creates the stack of a request that enters an application or a router. */
  enter(visit: Visit, respond: FinalHandler = NEVER): DryRegistry {
    const dry = new DryRegistry(visit, this, respond);
    this.visited.push(dry);
    return dry;
  }

  add(step: ExplainedStep, key: object): void {
    const { ending } = this;
    if (ending === undefined) this.runs.push(identify(step, key));
    else {
      const detail = `${ending.name} (${ending.path}) responds first`;
      this.shadowed.push(identify({ ...step, reason: 'shadowed', detail }, key));
    }
  }

  /** Runs the hooks of the response. What runs after them is shadowed by the step that responds, if there is one. */
  end(res: HookedResponse, step?: ExplainedStep): void {
    if (this.ending !== undefined) return;
    res[PAYLOAD_HOOK]?.('', res);
    res.emit('finish');
    this.ending = step;
  }
}
