/** @module Asynchronous contexts and ticks, as Node runs them. */

import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks';
import { type NodeProcess, symbolOf } from '@nextpress-internal/internals/node';
import { SEPARATES_CONTEXTS } from './node-versions.ts';

/** Where a resource stores the context it was made in, if this Node stores contexts in resources. */
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

/** Whether the code that runs now is in the context of a resource; `false` where this Node doesn't show it. */
export function isInContextOf(resource: AsyncResource): boolean {
  if (CONTEXT_FRAME === undefined) return false;
  return frameOf(new AsyncResource('NextpressProbe'), CONTEXT_FRAME) === frameOf(resource, CONTEXT_FRAME);
}

const { _tickCallback } = process as NodeProcess;

/** Runs due ticks and promise jobs, as Node does after a callback of its parser. Missing where Node warns of its use. */
export const RUN_TICKS: (() => void) | undefined =
  _tickCallback?.name === 'runNextTicks' ? _tickCallback : undefined;
