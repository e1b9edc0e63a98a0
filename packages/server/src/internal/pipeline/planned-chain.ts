import { Chain, type Next } from '@nextpress/middleware';
import type { Request, Response } from '../../messages.ts';
import type { ServerLayer } from '../registration/stack.ts';
import type { PipelineRun } from './run.ts';

/** What is done before a layer is called, or in its place: a prefix is compared, params are captured. */
export interface Step {
  enter(run: PipelineRun, layer: ServerLayer, next: Next, error: unknown): unknown;
}

/** A layer at its place in the stack. */
export interface PlannedLayer {
  readonly place: number;
  /** Its number of parameters tells whether it handles requests or errors. */
  readonly layer: ServerLayer;
  /** `undefined` for middleware without a prefix. */
  readonly step: Step | undefined;
}

/** The layers of a stack that concern some requests, up to the place `end`. */
export class PlannedChain extends Chain<Request, Response> {
  /** The place in the stack that each layer came from. */
  readonly origins: readonly number[];
  readonly steps: readonly (Step | undefined)[];
  readonly end: number;

  constructor(planned: readonly PlannedLayer[], end: number) {
    super(planned.map(({ layer }) => layer));
    this.origins = planned.map(({ place }) => place);
    this.steps = planned.map(({ step }) => step);
    this.end = end;
  }

  /** Where the layers from a place in the stack on begin; the chain's length where there are none. */
  positionOf(place: number): number {
    if (place === 0) return 0;
    const position = this.origins.findIndex((origin) => origin >= place);
    return position === -1 ? this.origins.length : position;
  }
}
