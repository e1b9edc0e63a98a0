/** @module Asynchronous contexts and ticks, run as Node runs them. */

import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks';
import { type NodeProcess, symbolOf } from '@nextpress-internal/internals/node';
import { SEPARATES_CONTEXTS } from './node-versions.ts';

/** Where a resource stores its context, if this Node stores contexts in resources. */
const CONTEXT_FRAME: symbol | undefined = SEPARATES_CONTEXTS ? contextFrame() : undefined;

function contextFrame(): symbol | undefined {
  const slot = symbolOf(new AsyncResource('NextpressProbe'), 'context_frame');
  const storage = new AsyncLocalStorage();
  const frame = storage.run(true, () => frameOf(new AsyncResource('NextpressProbe'), slot));
  storage.disable();
  return frame === undefined ? undefined : slot;
}

function frameOf(resource: AsyncResource, slot: symbol | undefined): unknown {
  return slot === undefined ? undefined : Reflect.get(resource, slot);
}

/** Whether a resource's context is current; `false` if this Node doesn't expose it. */
export function isInContextOf(resource: AsyncResource): boolean {
  if (CONTEXT_FRAME === undefined) return false;
  return frameOf(new AsyncResource('NextpressProbe'), CONTEXT_FRAME) === frameOf(resource, CONTEXT_FRAME);
}

const { _tickCallback } = process as NodeProcess;

/** Runs due ticks and promise jobs, as Node does after a parser callback. Undefined where Node warns about its use. */
export const RUN_TICKS: (() => void) | undefined =
  _tickCallback?.name === 'runNextTicks' ? _tickCallback : undefined;
