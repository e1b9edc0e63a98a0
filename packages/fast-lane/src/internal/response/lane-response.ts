/** @module The lane's responses: a subclass of the server's class whose `end` sends head and content in one piece. */

import { type IncomingMessage, ServerResponse } from 'node:http';
import { CLASS_METHODS } from '@nextpress-internal/internals/keys';
import { type NodeResponse, type ResponseClass, WRITABLE_FINISHED } from '@nextpress-internal/internals/node';
import { endResponse } from './end-response.ts';
import { onFinish } from './response-finish.ts';
import { PLAIN_HEAD, storeHead } from './response-head.ts';
import type { ResponseQueue } from './response-queue.ts';
import { BYTES, CONTEXT, QUEUE, REQUEST, TEXT, WRITTEN_AFTER_END } from './response-slots.ts';
import { setPlainHeader } from './set-header.ts';

/** Node's constructor, typed with the options that its server passes. */
const NativeResponse = ServerResponse as unknown as ResponseClass;

function noteWriteAfterEnd(res: NodeResponse): void {
  (res[QUEUE] as ResponseQueue | undefined)?.writtenAfterEnd(res);
}

/**
 * Creates the class. In unusual cases its methods call those of the server's class. A response whose prototype is
 * replaced has only the latter.
 */
export function laneResponseClass(Base: ResponseClass): ResponseClass {
  const native = Base.prototype as unknown as NodeResponse;
  const {
    end: nativeEnd,
    setHeader: nativeSetHeader,
    write: nativeWrite,
    _writeRaw: nativeWriteRaw,
    _storeHeader: nativeStoreHeader,
  } = native;

  class LaneResponse extends NativeResponse {
    constructor(req: IncomingMessage, options?: object) {
      super(req, options);
      const res = this as unknown as NodeResponse;
      // Equals `on('finish', onFinish)`, in the table that the constructor created.
      res._events.finish = onFinish;
      res._eventsCount = 1;
      res[QUEUE] = undefined;
      res[REQUEST] = undefined;
      res[TEXT] = undefined;
      res[BYTES] = undefined;
      res[CONTEXT] = undefined;
      res[WRITTEN_AFTER_END] = false;
      res[PLAIN_HEAD] = '';
    }
  }

  const methods = {
    end(this: NodeResponse, chunk?: unknown, encoding?: unknown, callback?: unknown): NodeResponse {
      if (endResponse(this, chunk, encoding, callback)) return this;
      if (this.finished) noteWriteAfterEnd(this);
      return nativeEnd.call(this, chunk, encoding as BufferEncoding, callback as () => void) as NodeResponse;
    },
    _storeHeader(
      this: NodeResponse,
      statusLine: string,
      fields: Record<string, unknown> | null | undefined,
    ): void {
      if (!storeHead(this, statusLine, fields)) nativeStoreHeader.call(this, statusLine, fields as never);
    },
    setHeader(this: NodeResponse, name: string, value: number | string | readonly string[]): NodeResponse {
      if (setPlainHeader(this, name, value)) return this;
      return nativeSetHeader.call(this, name, value) as NodeResponse;
    },
    write(this: NodeResponse, ...args: unknown[]): boolean {
      if (this.finished) noteWriteAfterEnd(this);
      return Reflect.apply(nativeWrite, this, args);
    },
    _writeRaw(this: NodeResponse, ...args: unknown[]): boolean {
      const queue = this[QUEUE] as ResponseQueue | undefined;
      if (this.finished) queue?.reopen(this);
      queue?.detachTransferred();
      return Reflect.apply(nativeWriteRaw, this, args);
    },
    cork(this: NodeResponse): void {
      if (this.finished) (this[QUEUE] as ResponseQueue | undefined)?.reopen(this);
      Reflect.apply(native.cork, this, []);
    },
    destroy(this: NodeResponse, ...args: unknown[]): NodeResponse {
      const queue = this[QUEUE] as ResponseQueue | undefined;
      queue?.detachTransferred();
      // A response that Node would have written by now finishes before it is destroyed.
      queue?.flushCurrent();
      return Reflect.apply(native.destroy, this, args);
    },
  };
  // `PLAIN_CONSTRUCTOR`: the class's constructor only calls Node's, so we call Node's directly.
  Object.setPrototypeOf(LaneResponse.prototype, Base.prototype);
  for (const [name, value] of Object.entries(methods)) {
    Object.defineProperty(LaneResponse.prototype, name, { value, writable: true, configurable: true });
  }
  const { end, write, setHeader } = methods;
  const inherited = (native as { readonly [CLASS_METHODS]?: object })[CLASS_METHODS];
  Object.defineProperty(LaneResponse.prototype, CLASS_METHODS, {
    value: { ...inherited, end, write, setHeader },
  });
  for (const [name, get] of Object.entries(lengthAccessors(native))) {
    Object.defineProperty(LaneResponse.prototype, name, { get, configurable: true });
  }
  Reflect.deleteProperty(LaneResponse.prototype, 'constructor');
  return LaneResponse as unknown as ResponseClass;
}

type Measure = (this: NodeResponse) => unknown;

/** The accessors of the lane's responses, which fall back to those of the server's class. */
function lengthAccessors(native: NodeResponse): Readonly<Record<string, Measure>> {
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
