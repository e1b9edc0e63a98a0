/** @module The asynchronous context in which a connection opened: requests must not see each other's context. */

import { AsyncResource, executionAsyncId } from 'node:async_hooks';
import type { NodeSocket } from '@nextpress-internal/internals/node';
import { isInContextOf } from '../node/node-context.ts';

export class ReadScope {
  readonly resource: AsyncResource = new AsyncResource('HTTPINCOMINGMESSAGE');
  readonly #handleId: number | undefined;
  /** Whether the socket's handle reads in this context; unknown before the first native read. */
  #isNative: boolean | undefined;

  constructor(socket: NodeSocket) {
    this.#handleId = socket._handle?.getAsyncId?.();
  }

  /** Whether the socket handle's read callback is running. */
  get isNativeRead(): boolean {
    return executionAsyncId() === this.#handleId;
  }

  /** Whether this context is already current: entering it again costs a microsecond. */
  isEntered(isNativeRead: boolean): boolean {
    if (!isNativeRead) return false;
    this.#isNative ??= isInContextOf(this.resource);
    return this.#isNative;
  }
}
