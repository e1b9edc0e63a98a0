/** @module The responses of the lane: the server's own class, with an `end` that sends head and content as one piece. */

import { endResponse } from './end-response.ts';
import type { NodeResponse, ResponseClass } from './node-internals.ts';
import { storeHead } from './response-head.ts';

/**
 * Makes the class. Both methods fall back to those of the server's class, for all that isn't the usual case; a response
 * that is given another prototype has Node's methods from then on, and its queue doesn't mind.
 */
export function laneResponseClass(Base: ResponseClass): ResponseClass {
  const native = Base.prototype as unknown as NodeResponse;
  const { end: nativeEnd, _storeHeader: nativeStoreHeader } = native;

  class LaneResponse extends Base {}

  const methods = {
    end(this: NodeResponse, chunk?: unknown, encoding?: unknown, callback?: unknown): NodeResponse {
      if (endResponse(this, chunk, encoding, callback)) return this;
      return nativeEnd.call(this, chunk, encoding as BufferEncoding, callback as () => void) as NodeResponse;
    },
    _storeHeader(
      this: NodeResponse,
      statusLine: string,
      fields: Record<string, unknown> | null | undefined,
    ): void {
      if (!storeHead(this, statusLine, fields)) nativeStoreHeader.call(this, statusLine, fields as never);
    },
    constructor: Base,
  };
  for (const [name, value] of Object.entries(methods)) {
    Object.defineProperty(LaneResponse.prototype, name, { value, writable: true, configurable: true });
  }
  return LaneResponse;
}
