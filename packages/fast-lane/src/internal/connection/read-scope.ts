/** @module The asynchronous context in which a connection came: requests must not see each other's context. */

import { AsyncResource, executionAsyncId } from 'node:async_hooks';
import type { NodeSocket } from '@nextpress-internal/internals/node';
import { isInContextOf } from '../node/node-context.ts';

export class ReadScope {
  readonly resource: AsyncResource = new AsyncResource('HTTPINCOMINGMESSAGE');
  readonly #handleId: number | undefined;
  /** Whether the handle reads in this context; unknown before the first native read. */
  #isNative: boolean | undefined;

  constructor(socket: NodeSocket) {
    this.#handleId = socket._handle?.getAsyncId?.();
  }

  /** Whether a read callback of the socket's handle is running. */
  get isNativeRead(): boolean {
    return executionAsyncId() === this.#handleId;
  }

  /** Whether the code that runs now is in this context already: entering it again costs a microsecond. */
  isEntered(isNativeRead: boolean): boolean {
    if (!isNativeRead) return false;
    this.#isNative ??= isInContextOf(this.resource);
    return this.#isNative;
  }
}
