/** @module The requests of the lane: the server's own class, with the field lines made when they are first read. */

import { rawFields } from './head-fields.ts';
import { HEADERS_COUNT, type NodeRequest, type RequestClass } from './node-internals.ts';

/** The field lines as text, until somebody reads them. */
export const HEAD_TEXT: unique symbol = Symbol('nextpress.headText');
const RAW_HEADERS: unique symbol = Symbol('nextpress.rawHeaders');

/** What a lazy request has beside Node's properties. */
interface LazyRequest extends NodeRequest {
  [HEAD_TEXT]: string;
  [RAW_HEADERS]: string[];
}

/**
 * Makes the class of lazy requests: `rawHeaders` and Node's count of them are accessors of its prototype. Node's constructor
 * assigns both, which runs the setters. An object that is given another prototype would lose its fields: that is why
 * only listeners that are known not to do so get these.
 */
export function lazyRequestClass(Base: RequestClass): RequestClass {
  class LaneRequest extends Base {}
  Object.defineProperties(LaneRequest.prototype, {
    constructor: { value: Base, writable: true, configurable: true },
    [HEAD_TEXT]: { value: '', writable: true, configurable: true },
    rawHeaders: {
      get(this: LazyRequest) {
        return readHead(this);
      },
      set(this: LazyRequest, fields: string[]) {
        this[HEAD_TEXT] = '';
        this[RAW_HEADERS] = fields;
      },
      enumerable: true,
      configurable: true,
    },
    [HEADERS_COUNT]: {
      get(this: LazyRequest) {
        return readHead(this).length;
      },
      // Node's own count, which is that of the fields.
      set() {},
      configurable: true,
    },
  });
  return LaneRequest;
}

function readHead(req: LazyRequest): string[] {
  const text = req[HEAD_TEXT];
  if (text !== '') {
    req[HEAD_TEXT] = '';
    req[RAW_HEADERS] = rawFields(text, 0);
  }
  return req[RAW_HEADERS];
}
