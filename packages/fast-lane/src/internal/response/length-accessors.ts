/** @module `writableLength` and `writableFinished` of a response, as if each response had its own write. */

import { type NodeResponse, WRITABLE_FINISHED } from '@nextpress-internal/internals/node';
import type { ResponseQueue } from './response-queue.ts';
import { QUEUE } from './response-slots.ts';

type Measure = (this: NodeResponse) => unknown;

/** The accessors of the lane's responses, which fall back to those of the server's class. */
export function lengthAccessors(native: NodeResponse): Readonly<Record<string, Measure>> {
  function writableLength(this: NodeResponse): number {
    const queue = this[QUEUE] as ResponseQueue | undefined;
    queue?.flushCurrent();
    const length = Reflect.get(native, 'writableLength', this);
    return this === queue?.current
      ? length - Math.min(queue.socket.writableLength, queue.writtenForWaiting)
      : length;
  }
  function writableFinished(this: NodeResponse): boolean {
    return this.finished && this.writableLength === 0;
  }
  return WRITABLE_FINISHED === undefined ? { writableLength, writableFinished } : { writableLength };
}
